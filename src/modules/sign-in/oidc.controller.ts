import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { originOf, Public } from '../../auth/access.js';
import { CONFIG, type Config } from '../../config/config.js';
import { toApiError } from '../../http/problem.filter.js';
import { LOGGER } from '../../observability/logger.js';
import { RespondsWith, RespondsWithProblems } from '../../openapi/decorators.js';
import { ProviderSignOutDto, SignInOptionsDto } from './account.dto.js';
import { OidcService, SignInRefused } from './oidc.service.js';
import { SessionsService } from './sessions.service.js';
import { SignInCookies } from './sign-in-cookies.js';

@ApiTags('Portal')
@Public()
@Controller('portal/api')
export class OidcController {
  private readonly portal = `${this.config.publicUrl}/portal`;

  constructor(
    private readonly oidc: OidcService,
    private readonly cookies: SignInCookies,
    private readonly sessions: SessionsService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get('sign-in-options')
  @ApiOperation({ summary: 'Get the ways to sign in', description: 'The sign-in page shows them.' })
  @RespondsWith(200, 'The ways to sign in.', SignInOptionsDto)
  getSignInOptions(): SignInOptionsDto {
    const { singleSignOn, basePath } = this.config;
    const url = `${basePath}/portal/api/oidc/start`;
    return { password: true, single_sign_on: singleSignOn ? { name: singleSignOn.name, url } : null };
  }

  @Get('oidc/start')
  @ApiExcludeEndpoint()
  async start(@Res() response: Response): Promise<void> {
    await this.redirect(response, async () => {
      const before = await this.sessions.find(this.cookies.session.read(response.req));
      return this.oidc.start(() => this.cookies.beginOidc(response, before?.tokenHash));
    });
  }

  @Get('oidc/callback')
  @ApiExcludeEndpoint()
  async callback(@Res() response: Response): Promise<void> {
    const { req: request } = response;
    const attempt = this.cookies.endOidc(response);
    const query = /\?.*$/.exec(request.url)?.[0] ?? '';
    await this.redirect(response, async () => {
      this.cookies.session.set(response, await this.oidc.finish(query, attempt, originOf(request)));
      return this.portal;
    });
  }

  @Get('oidc/sign-out')
  @ApiOperation({
    summary: 'Get the sign-out URL of the provider',
    description: 'Signing out of the portal does not end the session at the provider.',
  })
  @RespondsWith(200, 'The sign-out URL.', ProviderSignOutDto)
  @RespondsWithProblems('not_found')
  async getProviderSignOut(): Promise<ProviderSignOutDto> {
    return { url: await this.oidc.signOutUrl() };
  }

  /**
   * Redirects to the sign-in page on failure, so that the browser shows no problem document. Rethrows errors with a 4xx
   * status, such as 404 if SSO is not configured.
   */
  private async redirect(response: Response, target: () => Promise<string>): Promise<void> {
    const url = await target().catch((error: unknown) => {
      const isRefused = error instanceof SignInRefused;
      if (!isRefused && toApiError(error).status < 500) throw error;
      if (!isRefused) this.logger.error({ err: error }, 'single sign-on failed in this service');
      return `${this.portal}?sign_in_error=${isRefused ? error.reason : 'service_unavailable'}`;
    });
    response.redirect(url);
  }
}
