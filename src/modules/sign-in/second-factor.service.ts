import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { LessThan, Not, Repository, type FindOptionsWhere } from 'typeorm';
import type { Origin } from '../../auth/caller.js';
import { CONFIG, type Config } from '../../config/config.js';
import { Transactions } from '../../database/transactions.js';
import { LOGGER } from '../../logging/logger.js';
import { AuditService } from '../audit/audit.service.js';
import { Administrator } from './administrator.entity.js';
import { NO_CODE_TRIES } from './code-tries.js';
import { changeAsFound, entryOf, hasSecondFactor, rowOf } from './administrator-rows.js';
import { actorOf } from './session.js';
import { countCodes, withoutCode } from './recovery-codes.js';
import { SealedSecrets } from './sealed-secrets.js';
import { stepOf } from './totp.js';

/**
 * Takes the codes of second factors, each once: one UPDATE checks that neither it nor a later one was used, and notes that it was. Of
 * any number that arrive together, on any instances, one changes a row (decision 0039).
 */
@Injectable()
export class SecondFactorService implements OnApplicationBootstrap {
  constructor(
    @InjectRepository(Administrator) private readonly people: Repository<Administrator>,
    private readonly secrets: SealedSecrets,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Moves the secrets to the pepper in use: the one before may go although their owners do not come (docs/operations/rotation.md). */
  async onApplicationBootstrap(): Promise<void> {
    if (this.config.previousPepper === undefined) return;
    for (const person of await this.people.findBy({ totpSecret: Not('') })) {
      const { totpSecret } = person;
      const moved = this.secrets.moved(totpSecret, person);
      if (moved !== undefined) await this.change(person, { totpSecret }, { totpSecret: moved });
    }
  }

  /** Whether the code was right; it is none any more then. */
  async useCode(person: Administrator, code: string): Promise<boolean> {
    const { totpSecret, totpStep } = person;
    const secret = this.secretOf(person);
    const step = secret && stepOf(secret, code, totpStep);
    if (step === undefined) return false;
    const moved = this.secrets.moved(totpSecret, person);
    const asFound = { totpSecret, totpStep: LessThan(step) };
    return this.change(person, asFound, {
      totpStep: step,
      totpSecret: moved ?? totpSecret,
      ...NO_CODE_TRIES,
    });
  }

  /** The same of a recovery code, which the audit trail tells. */
  async useRecoveryCode(person: Administrator, code: string, origin: Origin): Promise<boolean> {
    // guesses do not take the turn of an enterprise
    if (this.withoutCode(person, code) === undefined) return false;
    const { enterpriseKey, email } = person;
    return this.audit.recorded({ enterpriseKey, actor: actorOf(email), ...origin }, async (manager) => {
      const now = await manager.findOneBy(Administrator, rowOf(person));
      const rest = now ? this.withoutCode(now, code) : undefined;
      if (!now || rest === undefined) return { result: false };
      const asFound = { recoveryCodes: now.recoveryCodes };
      const change = { recoveryCodes: rest, ...NO_CODE_TRIES };
      if (!(await changeAsFound(manager, now, asFound, change))) return { result: false };
      const left = { recovery_codes_left: countCodes(rest) };
      return { result: true, entry: entryOf('administrator.recovery_code_used', now, left) };
    });
  }

  secretOf(person: Administrator): Buffer | undefined {
    if (!hasSecondFactor(person)) return undefined;
    const secret = this.secrets.open(person.totpSecret, person);
    if (!secret) this.logger.error('a second factor is sealed under another pepper, or altered: reset it');
    return secret;
  }

  private withoutCode(person: Administrator, code: string): string | undefined {
    const secret = this.secretOf(person);
    return secret && withoutCode(person.recoveryCodes, secret, code);
  }

  private change(
    person: Administrator,
    asFound: FindOptionsWhere<Administrator>,
    to: Partial<Administrator>,
  ): Promise<boolean> {
    return this.transactions.run((manager) => changeAsFound(manager, person, asFound, to));
  }
}
