import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { Public } from '../../auth/decorators.js';
import { originOf } from '../../auth/caller.js';
import { CONFIG, type Config } from '../../config/config.js';
import { Answers, AnswersProblems, Describes } from '../../openapi/decorators.js';
import { toApiError } from '../../http/problem.filter.js';
import { LOGGER } from '../../observability/logger.js';
import { SessionsService } from './sessions.service.js';
import { ProviderSignOutDto, SignInOptionsDto } from './session.dto.js';
import { OidcAttempts, SessionCookie } from './sign-in-cookies.js';
import { SignInRefused, OidcService, type SignInError } from './oidc.service.js';

@ApiTags('Portal')
@Public()
@Controller('portal/api')
export class OidcController {
  constructor(
    private readonly oidc: OidcService,
    private readonly attempts: OidcAttempts,
    private readonly cookie: SessionCookie,
    private readonly sessions: SessionsService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get('sign-in-options')
  @Describes({
    id: 'getSignInOptions',
    summary: 'Ways to sign in',
    description: 'What the sign-in page offers.',
  })
  @Answers(200, 'The ways to sign in.', SignInOptionsDto)
  options(): SignInOptionsDto {
    const { singleSignOn, basePath } = this.config;
    const url = `${basePath}/portal/api/oidc/start`;
    return { password: true, single_sign_on: singleSignOn ? { name: singleSignOn.name, url } : null };
  }

  @Get('oidc/start')
  @ApiExcludeEndpoint()
  async start(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.redirect(response, async () => {
      const before = await this.sessions.find(this.cookie.read(request));
      const attempt = this.attempts.begin(request, response, before?.tokenHash ?? '');
      return this.oidc.start(attempt);
    });
  }

  @Get('oidc/callback')
  @ApiExcludeEndpoint()
  async callback(@Req() request: Request, @Res() response: Response): Promise<void> {
    const attempt = this.attempts.end(request, response);
    const query = /\?.*$/.exec(request.url)?.[0] ?? '';
    await this.redirect(response, async () => {
      const token = await this.oidc.finish(query, attempt, originOf(request));
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
  @Answers(200, 'The way.', ProviderSignOutDto)
  @AnswersProblems('not_found')
  async signOut(): Promise<ProviderSignOutDto> {
    return { url: (await this.oidc.signOutUrl()) ?? null };
  }

  /** Redirects to the sign-in page on failure, so that the browser shows no problem document. */
  private async redirect(response: Response, target: () => Promise<string>): Promise<void> {
    try {
      response.redirect(await target());
    } catch (error) {
      response.redirect(`${this.portal()}?sign_in_error=${this.reasonOf(error)}`);
    }
  }

  /** Rethrows errors with a 4xx status, such as 404 if SSO is not configured. */
  private reasonOf(error: unknown): SignInError {
    if (error instanceof SignInRefused) return error.reason;
    if (toApiError(error).status < 500) throw error;
    this.logger.error({ err: error }, 'single sign-on could not be finished');
    return 'service_unavailable';
  }

  private portal(): string {
    return `${this.config.publicUrl}/portal`;
  }
}
