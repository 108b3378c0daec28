import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { accessOf, bearerToken, isChange, namedEnterprise } from '../../auth/access.js';
import { CONFIG, type Config } from '../../config/config.js';
import { ApiError, invalidAdminToken, missingAdminToken } from '../../http/api-error.js';
import { clientAddress } from '../../http/client-address.js';
import { FailedAuthentication } from '../../rate-limits/rate-limits.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { actorOf } from './administrator.entity.js';
import { SessionsService, type Session } from './sessions.service.js';
import { SignInCookies } from './sign-in-cookies.js';
import { SignInLimits } from './sign-in-limits.js';

@Injectable()
export class AdminGuard implements CanActivate {
  private readonly publicOrigin = new URL(this.config.publicUrl).origin;
  private readonly adminTokens = this.config.adminTokens.map(digest);
  private readonly operatorTokens = this.config.adminTokens
    .concat(this.config.metricsToken ?? [])
    .map(digest);

  constructor(
    private readonly reflector: Reflector,
    private readonly cookies: SignInCookies,
    private readonly sessions: SessionsService,
    private readonly enterprises: EnterprisesService,
    private readonly failures: FailedAuthentication,
    private readonly limits: SignInLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(this.reflector, context);
    const request = context.switchToHttp().getRequest<Request>();
    switch (access.kind) {
      case 'admin':
        if (request.headers.authorization !== undefined || this.cookies.session.read(request) === undefined)
          await this.checkAdminToken(request);
        else await this.checkAdminSession(request, access.data);
        break;
      case 'session':
        await this.checkSession(request, access.keepAlive, false);
        break;
      case 'operator':
        await this.checkToken(request, this.operatorTokens);
        break;
      case 'public':
        if (isChange(request)) this.refuseCrossSite(request);
        break;
      case 'scope':
      case 'key':
    }
    return true;
  }

  private async checkAdminSession(request: Request, readsData: boolean): Promise<void> {
    const { enterprise, role } = await this.checkSession(request, true, true);
    const isNamed = request.headers['x-enterprise-id'] !== undefined;
    if (isNamed && !namedEnterprise(request).includes(enterprise.id)) {
      const detail = 'The session does not belong to the enterprise in the x-enterprise-id header.';
      throw new ApiError('enterprise_mismatch', detail);
    }
    if (isChange(request) && role === 'viewer') throw new ApiError('insufficient_role');
    if (readsData && role === 'key_manager')
      throw new ApiError('insufficient_role', 'The role key_manager cannot read the data of devices.');
    if (readsData && !enterprise.dataPages) throw new ApiError('data_pages_off');
  }

  private async checkSession(request: Request, keepAlive: boolean, mustKeepRole: boolean): Promise<Session> {
    const token = this.cookies.session.read(request);
    const session = keepAlive ? await this.sessions.use(token) : await this.sessions.find(token);
    if (!session) throw new ApiError('not_signed_in');
    if (isChange(request)) {
      this.refuseCrossSite(request);
      if (this.config.rateLimit !== 'off') await this.limits.countChange(session.tokenHash);
    }
    request.context.session = session;
    request.context.enterprise = session.enterprise;
    request.context.actor = actorOf(session.email);
    request.context.person = session;
    request.context.checkAgain = (manager) => this.sessions.check(manager, session, mustKeepRole);
    return session;
  }

  /** Checks `Sec-Fetch-Site` and `Origin`. A client that sends neither header is not a browser. */
  private refuseCrossSite({ headers }: Request): void {
    const { 'sec-fetch-site': site = 'none', origin = this.publicOrigin, host } = headers;
    const isSameSite = site === 'same-origin' || site === 'none';
    const isSameOrigin =
      origin === this.publicOrigin || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase());
    if (!isSameSite || !isSameOrigin) throw new ApiError('cross_site_request');
  }

  private async checkAdminToken(request: Request): Promise<void> {
    await this.checkToken(request, this.adminTokens);
    for (const id of namedEnterprise(request)) request.context.enterprise ??= await this.enterprises.find(id);
    if (!request.context.enterprise) throw new ApiError('enterprise_not_found');
  }

  private async checkToken(request: Request, tokens: readonly Buffer[]): Promise<void> {
    const given = digest(bearerToken(request, missingAdminToken));
    // compares with all tokens, so that the response time reveals nothing about them
    const isValid = tokens.filter((token) => timingSafeEqual(token, given)).length > 0;
    const found = await this.failures.attempt(clientAddress(request), given.toString('hex'), () =>
      Promise.resolve(isValid || undefined),
    );
    if (!found) throw invalidAdminToken();
    request.context.actor = 'admin-token';
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
