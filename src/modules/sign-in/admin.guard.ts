import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Redis } from 'ioredis';
import { bearerToken, namedEnterprise } from '../../auth/caller.js';
import { accessOf } from '../../auth/decorators.js';
import { CONFIG, type Config } from '../../config/config.js';
import { ApiError, invalidAdminToken, missingAdminToken, rateLimited } from '../../http/api-error.js';
import { clientAddress } from '../../http/request-context.js';
import { Metrics } from '../../metrics/metrics.js';
import { Counter, SHARED_COUNTS } from '../../rate-limits/counter.js';
import { FailedAuthentication } from '../../rate-limits/failed-authentication.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { actorOf } from './administrator.entity.js';
import { SessionsService, type Session } from './sessions.service.js';
import { SessionCookie } from './sign-in-cookies.js';

const isChange = ({ method }: Request): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);

@Injectable()
export class AdminGuard implements CanActivate {
  private readonly publicOrigin = new URL(this.config.publicUrl).origin;
  private readonly adminTokens = this.config.adminTokens.map(digest);
  private readonly operatorTokens = [...this.adminTokens];
  private readonly changes: Counter | undefined;

  constructor(
    private readonly reflector: Reflector,
    private readonly cookie: SessionCookie,
    private readonly sessions: SessionsService,
    private readonly enterprises: EnterprisesService,
    private readonly failures: FailedAuthentication,
    private readonly metrics: Metrics,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(SHARED_COUNTS) shared: Redis | undefined,
  ) {
    if (config.metricsToken !== undefined) this.operatorTokens.push(digest(config.metricsToken));
    if (config.rateLimit !== 'off')
      this.changes = new Counter('session-changes', { limit: 60, seconds: 60 }, shared);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(this.reflector, context);
    const request = context.switchToHttp().getRequest<Request>();
    switch (access.kind) {
      case 'admin':
        if (request.headers.authorization === undefined && this.cookie.read(request) !== undefined)
          await this.checkAdminSession(request);
        else await this.checkAdminToken(request);
        break;
      case 'session':
        await this.requireSession(request, access.keepAlive);
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

  private async checkAdminSession(request: Request): Promise<void> {
    const session = await this.requireSession(request, true);
    const isNamed = request.headers['x-enterprise-id'] !== undefined;
    if (isNamed && !namedEnterprise(request).includes(session.enterprise.id)) {
      const detail = 'The session does not belong to the enterprise in the x-enterprise-id header.';
      throw new ApiError('enterprise_mismatch', detail);
    }
    if (isChange(request) && session.role !== 'admin') throw new ApiError('insufficient_role');
    request.context.checkAgain = (manager) => this.sessions.check(manager, session, true);
  }

  private async requireSession(request: Request, keepAlive: boolean): Promise<Session> {
    const token = this.cookie.read(request);
    const session = keepAlive ? await this.sessions.use(token) : await this.sessions.find(token);
    if (!session) throw new ApiError('not_signed_in');
    if (isChange(request)) {
      this.refuseCrossSite(request);
      await this.countChange(session);
    }
    request.context.session = session;
    request.context.enterprise = session.enterprise;
    request.context.actor = actorOf(session.email);
    request.context.checkAgain = (manager) => this.sessions.check(manager, session, false);
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

  /** Limits a session to 60 changes per minute. An admin token has no such limit. */
  private async countChange({ tokenHash }: Session): Promise<void> {
    const count = await this.changes?.add(tokenHash);
    if (!count?.exceeded) return;
    this.metrics.rateLimitRefusals.inc({ policy: 'session-changes' });
    throw rateLimited('A session may make 60 changes in 60 seconds.', count.seconds);
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
