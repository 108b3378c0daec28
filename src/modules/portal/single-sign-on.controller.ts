import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../auth/access.js';
import { SessionCookie } from '../../auth/session-cookie.js';
import { CONFIG, type Config } from '../../config/config.js';
import { AnswersProblems, Describes } from '../../document/operation.decorators.js';
import { originOf } from './request-origin.js';
import { ProviderSignOutDto, SignInOptionsDto } from './session.dto.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { SignInRefused, SingleSignOnService } from './single-sign-on.service.js';

/** How one can sign in, and the two stations of single sign-on, which browsers are sent to. */
@ApiTags('Portal')
@Public()
@Controller('portal/api')
export class SingleSignOnController {
  constructor(
    private readonly singleSignOn: SingleSignOnService,
    private readonly attempts: SignInAttempts,
    private readonly cookie: SessionCookie,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('sign-in-options')
  @Describes({
    id: 'getSignInOptions',
    summary: 'Ways to sign in',
    description: 'What the sign-in page offers.',
  })
  @ApiOkResponse({ type: SignInOptionsDto, description: 'The ways to sign in.' })
  options(): SignInOptionsDto {
    const { singleSignOn, basePath } = this.config;
    const url = `${basePath}/portal/api/oidc/start`;
    return { password: true, single_sign_on: singleSignOn ? { name: singleSignOn.name, url } : null };
  }

  @Get('oidc/start')
  @ApiExcludeEndpoint()
  async start(@Req() request: Request, @Res() response: Response): Promise<void> {
    const attempt = this.attempts.begin(request, response);
    await this.redirect(response, () => this.singleSignOn.start(attempt));
  }

  @Get('oidc/callback')
  @ApiExcludeEndpoint()
  async callback(@Req() request: Request, @Res() response: Response): Promise<void> {
    const attempt = this.attempts.end(request, response);
    const query = /\?.*$/.exec(request.url)?.[0] ?? '';
    await this.redirect(response, async () => {
      const token = await this.singleSignOn.finish(query, attempt, originOf(request));
      this.cookie.set(request, response, token);
      return this.portal();
    });
  }

  @Get('oidc/sign-out')
  @Describes({
    id: 'getProviderSignOut',
    summary: 'Way to sign out of the provider',
    description:
      'A session of the portal ends without that of the provider, which then lets the next one in.',
  })
  @ApiOkResponse({ type: ProviderSignOutDto, description: 'The way.' })
  @AnswersProblems('not_found')
  async signOut(): Promise<ProviderSignOutDto> {
    return { url: (await this.singleSignOn.signOutUrl()) ?? null };
  }

  /** A browser is never left with an error document: the sign-in page says what went wrong. */
  private async redirect(response: Response, target: () => Promise<string>): Promise<void> {
    try {
      response.redirect(await target());
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      response.redirect(`${this.portal()}?sign_in_error=${error.reason}`);
    }
  }

  private portal(): string {
    return `${this.config.publicUrl}/portal`;
  }
}
