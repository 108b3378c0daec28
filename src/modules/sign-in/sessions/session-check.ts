import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError } from '../../../http/errors/api-error.js';
import { namedEnterprise } from '../../../http/request/credentials.js';
import { actorOf, type Session } from './session.js';
import { SessionCookie } from './session-cookie.js';
import { PortalSessionsService } from './portal-sessions.service.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const changesSomething = ({ method }: Request): boolean => !SAFE_METHODS.has(method);

/** What a session opens: the internal routes for its own enterprise, and changes to those whose role allows them. */
@Injectable()
export class SessionCheck {
  constructor(
    private readonly cookie: SessionCookie,
    private readonly sessions: PortalSessionsService,
  ) {}

  /** Whether the request tries a session rather than a token. */
  applies(request: Request): boolean {
    return request.headers.authorization === undefined && this.cookie.read(request) !== undefined;
  }

  /** Lets the session act on the internal routes. */
  async check(request: Request): Promise<void> {
    const session = await this.requireSession(request);
    if (request.headers['x-enterprise-id'] !== undefined) {
      if (!namedEnterprise(request).includes(session.enterprise.id)) throw otherEnterprise();
    }
    if (changesSomething(request) && session.role !== 'admin') throw new ApiError('insufficient_role');
  }

  /** Finds the session of the request, whatever its role. */
  async requireSession(request: Request, keepAlive = true): Promise<Session> {
    const token = this.cookie.read(request) ?? '';
    const session = keepAlive ? await this.sessions.use(token) : await this.sessions.look(token);
    if (!session) throw new ApiError('not_signed_in');
    if (changesSomething(request)) this.cookie.refuseCrossSite(request);
    request.context.session = session;
    request.context.enterprise = session.enterprise;
    request.context.actor = actorOf(session.email);
    return session;
  }
}

const otherEnterprise = (): ApiError =>
  new ApiError(
    'enterprise_mismatch',
    'The session does not belong to the enterprise in the x-enterprise-id header.',
  );
