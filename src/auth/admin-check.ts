import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, type Config } from '../config/config.js';
import { FailedAuthentication } from '../rate-limits/failed-authentication.js';
import { ApiError, invalidKey } from '../http/api-error.js';
import { clientAddress } from '../http/client-address.js';
import { bearerToken, namedEnterprise } from './credentials.js';
import { EnterpriseLookUp } from './enterprise-look-up.js';
import { SessionCheck } from './session-check.js';

/** Whether a request may administer an enterprise: with the admin token the one it names, with a session its own. */
@Injectable()
export class AdminCheck {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly enterprises: EnterpriseLookUp,
    private readonly failures: FailedAuthentication,
    private readonly sessions: SessionCheck,
  ) {}

  async check(request: Request): Promise<void> {
    if (this.sessions.applies(request)) await this.sessions.check(request);
    else await this.checkTokenAndEnterprise(request);
  }

  /** Somebody must be signed in, in whatever role. */
  async checkSession(request: Request, isUse: boolean): Promise<void> {
    await this.sessions.requireSession(request, isUse);
  }

  private async checkTokenAndEnterprise(request: Request): Promise<void> {
    await this.checkToken(request);
    for (const id of namedEnterprise(request)) request.context.enterprise ??= await this.enterprises.find(id);
    if (!request.context.enterprise) throw enterpriseNotFound();
  }

  /** For routes that act for no enterprise. */
  async checkToken(request: Request): Promise<void> {
    const { adminToken } = this.config;
    const given = digest(bearerToken(request));
    const isAdmin = adminToken !== undefined && timingSafeEqual(given, digest(adminToken));
    const found = await this.failures.attempt(clientAddress(request), given.toString('hex'), () =>
      Promise.resolve(isAdmin || undefined),
    );
    if (!found) throw invalidKey();
    request.context.actor = 'admin-token';
  }
}

const enterpriseNotFound = (): ApiError =>
  new ApiError(
    'enterprise_not_found',
    'There is no enterprise with the identifier in the x-enterprise-id header.',
  );

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
