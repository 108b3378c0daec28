import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Origin } from '../../auth/caller.js';
import { ApiError } from '../../http/api-error.js';
import { LOGGER } from '../../observability/logger.js';
import { hasSecondFactor, roleOf, type Administrator } from './administrator.entity.js';
import { AdministratorsService } from './administrators.service.js';
import { PasswordHashes } from './password-hashes.js';
import { SessionsService, type SignInMethod } from './sessions.service.js';
import { SignInLimits } from './sign-in-limits.js';
import { TotpEnrolmentService } from './totp-enrolment.service.js';
import { TotpService } from './totp.service.js';

export type NextStep = 'second_factor_needed' | 'second_factor_missing';

/** Responds to an unknown account as to a wrong password, after the same time. */
@Injectable()
export class PasswordSignInService implements OnApplicationShutdown {
  private readonly pending = new Set<Promise<void>>();

  constructor(
    private readonly administrators: AdministratorsService,
    private readonly hashes: PasswordHashes,
    private readonly limits: SignInLimits,
    private readonly sessions: SessionsService,
    private readonly totp: TotpService,
    private readonly enrolment: TotpEnrolmentService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

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
      // takes back this attempt only: a success would also reset the count of wrong codes
      await this.limits.takeBack(attempt);
      return { person: administrator, next };
    }
    await this.limits.succeeded(attempt);
    return this.begin(administrator, origin);
  }

  async finish(
    person: Administrator,
    code: string,
    origin: Origin,
    browser: string | undefined,
  ): Promise<string> {
    const attempt = { email: person.email, address: origin.address, browser };
    const given = code.replace(/\s/g, '');
    const isRight = await this.limits.attempt(attempt, async () => {
      await this.limits.countCode(person);
      return (
        (await this.totp.useCode(person, given)) || (await this.totp.useRecoveryCode(person, given, origin))
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
    return (await this.enrolment.isRequired(person)) ? 'second_factor_missing' : undefined;
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

  /** Delays the audit event, so that the response time does not reveal which accounts exist. */
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
