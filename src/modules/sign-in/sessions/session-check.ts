import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../../config/config.js';
import { ApiError } from '../../../http/errors/api-error.js';
import { namedEnterprise } from '../../../http/request/credentials.js';
import { changesSomething, refuseCrossSite } from './cross-site.js';
import { actorOf, type Session } from './session.js';
import { SessionCookie } from './session-cookie.js';
import { PortalSessionsService } from './portal-sessions.service.js';

/** What a session opens: the internal routes for its own enterprise, and changes to those whose role allows them. */
@Injectable()
export class SessionCheck {
  constructor(
    private readonly cookie: SessionCookie,
    private readonly sessions: PortalSessionsService,
    @Inject(CONFIG) private readonly config: Config,
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
    if (changesSomething(request) && session.role !== 'admin') throw insufficientRole();
  }

  /** Finds the session of the request, whatever its role. */
  async requireSession(request: Request, isUse = true): Promise<Session> {
    const token = this.cookie.read(request) ?? '';
    const session = isUse ? await this.sessions.use(token) : await this.sessions.look(token);
    if (!session) throw notSignedIn();
    if (changesSomething(request)) refuseCrossSite(request, this.config.publicUrl);
    request.context.session = session;
    request.context.enterprise = session.enterprise;
    request.context.actor = actorOf(session.email);
    return session;
  }
}

const notSignedIn = (): ApiError =>
  new ApiError('not_signed_in', 'Sign in: there is no session, or it has ended.', {
    headers: { 'WWW-Authenticate': 'Bearer realm="customer-device-api"' }, // RFC 9110 asks for it with every 401
  });

const otherEnterprise = (): ApiError =>
  new ApiError(
    'enterprise_mismatch',
    'The session does not belong to the enterprise in the x-enterprise-id header.',
  );

const insufficientRole = (): ApiError =>
  new ApiError('insufficient_role', 'The role viewer may look at everything and change nothing.');
