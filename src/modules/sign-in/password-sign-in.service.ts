import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Origin } from '../../auth/caller.js';
import { isRole, type Role } from './sessions/session.js';
import { ApiError } from '../../http/errors/api-error.js';
import { LOGGER } from '../../logging/logger.js';
import type { Administrator } from './administrators/administrator.entity.js';
import { AdministratorsService } from './administrators/administrators.service.js';
import { PasswordHashes } from './administrators/password-hashes.js';
import { PortalSessionsService } from './sessions/portal-sessions.service.js';
import { SignInLimits } from './limits/sign-in-limits.js';

/** Signs in with e-mail address and password. Nothing tells an unknown account from a wrong password, the time least of all. */
@Injectable()
export class PasswordSignInService implements OnApplicationShutdown {
  /** The failures that are still to be written into the trail. */
  private readonly pending = new Set<Promise<void>>();

  constructor(
    private readonly administrators: AdministratorsService,
    private readonly hashes: PasswordHashes,
    private readonly limits: SignInLimits,
    private readonly sessions: PortalSessionsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Brings the token of a new session. */
  async signIn(
    email: string,
    password: string,
    origin: Origin,
    browser: string | undefined,
  ): Promise<string> {
    const attempt = { email, address: origin.address, browser };
    await this.limits.enter(attempt);
    const { administrator, isRight } = await this.check(email, password).catch(async (error: unknown) => {
      await this.limits.leave(attempt);
      throw error;
    });
    if (!administrator || !isRight) {
      this.noteFailure(administrator, origin);
      throw new ApiError('sign_in_failed');
    }
    await this.limits.succeeded(attempt);
    return this.begin(administrator, origin);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.pending);
  }

  private async check(
    email: string,
    password: string,
  ): Promise<{ administrator: Administrator | undefined; isRight: boolean }> {
    const administrator = (await this.administrators.find(email)) ?? undefined;
    return { administrator, isRight: await this.hashes.matches(password, administrator?.passwordHash) };
  }

  private begin(administrator: Administrator, origin: Origin): Promise<string> {
    const { enterpriseKey, email, name } = administrator;
    const identity = { enterpriseKey, email, name, role: roleOf(administrator) };
    return this.sessions.begin(identity, 'password', origin, async (manager) => {
      if (!(await this.administrators.noteSignIn(manager, administrator)))
        throw new ApiError('sign_in_failed');
    });
  }

  /** After the answer, and for an unknown account as well: what is written meanwhile slows other requests, and would tell. */
  private noteFailure(administrator: Administrator | undefined, origin: Origin): void {
    this.logger.warn(
      { request_id: origin.requestId, known_account: administrator !== undefined },
      'sign-in failed',
    );
    const written = new Promise((resolve) => setImmediate(resolve))
      .then(() => this.sessions.noteFailure(administrator, 'password', origin))
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'a failed sign-in could not be written into the audit trail');
      })
      .finally(() => this.pending.delete(written));
    this.pending.add(written);
  }
}

function roleOf({ role }: Administrator): Role {
  return isRole(role) ? role : 'viewer';
}
