import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Origin } from '../../auth/caller.js';
import { roleOf } from './session.js';
import { ApiError } from '../../http/api-error.js';
import { LOGGER } from '../../observability/logger.js';
import type { Administrator } from './administrator.entity.js';
import { hasSecondFactor } from './administrator-rows.js';
import { AdministratorsService } from './administrators.service.js';
import { PasswordHashes } from './password-hashes.js';
import { PortalSessionsService, type SignInMethod } from './sessions.service.js';
import { CodeTries } from './code-tries.js';
import { SignInLimits } from './sign-in-limits.js';
import { SecondFactorService } from './totp.service.js';
import { SetUpService } from './totp-enrolment.service.js';

/** What is between the right password and a session. */
export type NextStep = 'second_factor_needed' | 'second_factor_missing';

/** Signs in with e-mail address and password. Nothing tells an unknown account from a wrong password, the time least of all. */
@Injectable()
export class PasswordSignInService implements OnApplicationShutdown {
  /** The failures that are still to be written into the trail. */
  private readonly pending = new Set<Promise<void>>();

  constructor(
    private readonly administrators: AdministratorsService,
    private readonly hashes: PasswordHashes,
    private readonly limits: SignInLimits,
    private readonly codeTries: CodeTries,
    private readonly sessions: PortalSessionsService,
    private readonly factors: SecondFactorService,
    private readonly setUp: SetUpService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Brings the token of a new session, or says what is still missing. */
  async signIn(
    email: string,
    password: string,
    origin: Origin,
    browser: string | undefined,
  ): Promise<string | { readonly person: Administrator; readonly next: NextStep }> {
    const attempt = { email, address: origin.address, browser };
    const [administrator, isRight] = await this.limits.counted(attempt, async () => {
      const found = await this.administrators.find(email);
      return [found, await this.hashes.matches(password, found?.passwordHash)] as const;
    });
    if (!administrator || !isRight) {
      this.noteFailure(administrator, 'password', origin);
      throw new ApiError('sign_in_failed');
    }
    const next = await this.nextStep(administrator);
    if (next) {
      // neither a failure nor a success, which would let codes be guessed without an end
      await this.limits.leave(attempt);
      return { person: administrator, next };
    }
    await this.limits.succeeded(attempt);
    return this.begin(administrator, origin);
  }

  /** The second step, with a code or a recovery code. */
  async finish(
    person: Administrator,
    code: string,
    origin: Origin,
    browser: string | undefined,
  ): Promise<string> {
    const attempt = { email: person.email, address: origin.address, browser };
    const given = code.replace(/\s/g, '');
    const isRight = await this.limits.attempt(attempt, async () => {
      await this.codeTries.count(person);
      return (
        (await this.factors.useCode(person, given)) ||
        (await this.factors.useRecoveryCode(person, given, origin))
      );
    });
    if (!isRight) {
      this.noteFailure(person, 'second_factor', origin);
      throw new ApiError('wrong_code');
    }
    return this.begin(person, origin);
  }

  async nextStep(person: Administrator): Promise<NextStep | undefined> {
    if (hasSecondFactor(person)) return 'second_factor_needed';
    return (await this.setUp.isRequired(person)) ? 'second_factor_missing' : undefined;
  }

  begin(administrator: Administrator, origin: Origin): Promise<string> {
    const { enterpriseKey, email, name } = administrator;
    const identity = { enterpriseKey, email, name, role: roleOf(administrator.role) };
    return this.sessions.begin(identity, 'password', origin, async (manager) => {
      if (!(await this.administrators.noteSignIn(manager, administrator)))
        throw new ApiError('sign_in_failed');
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.pending);
  }

  /** After the answer, and for an unknown account as well: what is written meanwhile slows other requests, and would tell. */
  private noteFailure(administrator: Administrator | null, method: SignInMethod, origin: Origin): void {
    this.logger.warn(
      { request_id: origin.requestId, known_account: administrator !== null },
      'sign-in failed',
    );
    const written = new Promise((resolve) => setImmediate(resolve))
      .then(() => this.sessions.noteFailure(administrator, method, origin))
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'a failed sign-in could not be written into the audit trail');
      })
      .finally(() => this.pending.delete(written));
    this.pending.add(written);
  }
}
