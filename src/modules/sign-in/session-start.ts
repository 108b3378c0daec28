import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { originOf } from '../../auth/caller.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { KnownBrowsers } from './sign-in-cookies.js';
import { PortalSessionsService } from './sessions.service.js';
import { SessionCookie } from './session-cookie.js';
import type { SessionDto } from './session.dto.js';
import type { Session } from './session.js';

/** What a browser gets when a session begins: its cookie, being known, and who it is now. */
@Injectable()
export class SessionStart {
  constructor(
    private readonly sessions: PortalSessionsService,
    private readonly enterprises: EnterprisesService,
    private readonly cookie: SessionCookie,
    private readonly browsers: KnownBrowsers,
  ) {}

  /** A session that the request came with ends. */
  async begin(request: Request, response: Response, email: string, token: string): Promise<SessionDto> {
    const before = await this.sessions.look(this.cookie.read(request));
    if (before) await this.sessions.end(before, originOf(request));
    this.cookie.set(request, response, token);
    await this.browsers.remember(request, response, email);
    const session = await this.sessions.look(token);
    if (!session) throw new Error('The new session is over already');
    request.context.enterprise = session.enterprise;
    return this.describe(session);
  }

  async describe({ email, name, role, enterprise, ...ends }: Session): Promise<SessionDto> {
    const settings = this.enterprises.describe(await this.enterprises.get(enterprise.key));
    const time = ZonedTime.of(enterprise.timeZone);
    const expires_at = time.format(ends.expiresAt);
    return { email, name, role, ...settings, expires_at, ends_at: time.format(ends.endsAt) };
  }
}
