import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Origin } from '../../auth/access.js';
import { PasswordHashes } from '../../auth/password-hashes.js';
import { ApiError } from '../../http/api-error.js';
import { LOGGER } from '../../observability/logger.js';
import { AccountService } from './account.service.js';
import { hasSecondFactor, type Person } from './administrator.entity.js';
import { PeopleService, updateIfUnchanged } from './people.service.js';
import { SessionsService, type SignInMethod } from './sessions.service.js';
import { SignInLimits } from './sign-in-limits.js';

type NextStep = 'second_factor_needed' | 'second_factor_missing';

/** `browser` is the ID of a known browser. */
type BrowserOrigin = Origin & { readonly browser: string | undefined };

/** Responds to an unknown account as to a wrong password, after the same time. */
@Injectable()
export class PasswordSignInService implements OnApplicationShutdown {
  private readonly pending = new Set<Promise<void>>();

  constructor(
    private readonly people: PeopleService,
    private readonly account: AccountService,
    private readonly hashes: PasswordHashes,
    private readonly limits: SignInLimits,
    private readonly sessions: SessionsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async checkPassword(email: string, password: string, origin: BrowserOrigin) {
    const attempt = { ...origin, email };
    const [person, isRight] = await this.limits.counted(attempt, async () => {
      const found = await this.people.find(email);
      return [found, await this.hashes.matches(password, found?.passwordHash)] as const;
    });
    if (!person || !isRight) {
      this.noteFailure(person, 'password', origin);
      throw new ApiError('sign_in_failed');
    }
    const nextStep = await this.nextStep(person);
    // before a second step, takes back this attempt only, because a success would reset the count of wrong codes
    await (nextStep ? this.limits.refund(attempt) : this.limits.succeeded(attempt));
    return { person, nextStep };
  }

  async checkCode(person: Person, code: string, origin: BrowserOrigin): Promise<void> {
    const given = code.replace(/\s/g, '');
    // useCode counts every attempt, including recovery codes, so it must come first
    const use = async () =>
      (await this.account.useCode(person, given)) || this.account.useRecoveryCode(person, given, origin);
    if (await this.limits.attempt({ ...origin, email: person.email }, use)) return;
    this.noteFailure(person, 'second_factor', origin);
    throw new ApiError('wrong_code');
  }

  async nextStep(person: Person): Promise<NextStep | undefined> {
    if (hasSecondFactor(person)) return 'second_factor_needed';
    return (await this.account.isSecondFactorRequired(person)) ? 'second_factor_missing' : undefined;
  }

  /** Returns the token. Throws if password, second factor, or role have changed since the check. */
  begin(person: Person, origin: Origin): Promise<string> {
    const { enterpriseKey, email, name, passwordHash, totpSecret, role } = person;
    const expected = { passwordHash, totpSecret };
    const account = { enterpriseKey, email, name, role };
    return this.sessions.begin(account, 'password', origin, async (manager) => {
      const isUnchanged = await updateIfUnchanged(manager, person, expected, { lastSignInAt: Date.now() });
      if (!isUnchanged) throw new ApiError('sign_in_failed');
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.pending);
  }

  /** Delays the audit event, so that the response time does not reveal which accounts exist. */
  private noteFailure(person: Person | null, method: SignInMethod, origin: Origin): void {
    this.logger.warn({ request_id: origin.requestId, known_account: person !== null }, 'sign-in failed');
    const written = setImmediate()
      .then(() => this.sessions.noteFailure(person, method, origin))
      .catch((err: unknown) => this.logger.warn({ err }, 'failed sign-in not written to the audit log'))
      .finally(() => this.pending.delete(written));
    this.pending.add(written);
  }
}
