import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { accessOf } from '../../auth/access.js';
import { ApiError } from '../../http/api-error.js';
import { namedEnterprise } from '../../http/credentials.js';
import { AdminTokens } from './admin-tokens.js';
import { ChangeLimit } from './change-limit.js';
import { PortalSessionsService } from './sessions.service.js';
import { SessionCookie } from './session-cookie.js';
import { actorOf, type Session } from './session.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const changesSomething = ({ method }: Request): boolean => !SAFE_METHODS.has(method);

/** Stands before every route and judges those of administrators: a session of the portal, an admin token, the operator's token. */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly cookie: SessionCookie,
    private readonly sessions: PortalSessionsService,
    private readonly tokens: AdminTokens,
    private readonly changes: ChangeLimit,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(this.reflector, context);
    const request = context.switchToHttp().getRequest<Request>();
    switch (access.kind) {
      case 'admin':
        await (this.triesSession(request) ? this.checkSession(request) : this.tokens.check(request));
        break;
      case 'session':
        await this.requireSession(request, access.keepAlive);
        break;
      case 'operator':
        await this.tokens.checkOperator(request);
        break;
      case 'scope':
      case 'public':
    }
    return true;
  }

  /** A session rather than a token. */
  private triesSession(request: Request): boolean {
    return request.headers.authorization === undefined && this.cookie.read(request) !== undefined;
  }

  /** A session opens the internal routes for its own enterprise, and changes to those whose role allows them. */
  private async checkSession(request: Request): Promise<void> {
    const session = await this.requireSession(request, true);
    const { enterprise, role } = session;
    if (request.headers['x-enterprise-id'] !== undefined) {
      if (!namedEnterprise(request).includes(enterprise.id)) throw otherEnterprise();
    }
    if (changesSomething(request) && role !== 'admin') throw new ApiError('insufficient_role');
    request.context.checkAgain = (manager) => this.sessions.check(manager, session, true);
  }

  /** Finds the session of the request, whatever its role. */
  private async requireSession(request: Request, keepAlive: boolean): Promise<Session> {
    const token = this.cookie.read(request) ?? '';
    const session = keepAlive ? await this.sessions.use(token) : await this.sessions.look(token);
    if (!session) throw new ApiError('not_signed_in');
    if (changesSomething(request)) {
      this.cookie.refuseCrossSite(request);
      await this.changes.count(session);
    }
    request.context.session = session;
    request.context.enterprise = session.enterprise;
    request.context.actor = actorOf(session.email);
    request.context.checkAgain = (manager) => this.sessions.check(manager, session, false);
    return session;
  }
}

const otherEnterprise = (): ApiError =>
  new ApiError(
    'enterprise_mismatch',
    'The session does not belong to the enterprise in the x-enterprise-id header.',
  );
