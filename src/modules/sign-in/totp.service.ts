import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LessThan } from 'typeorm';
import type { Origin } from '../../auth/caller.js';
import { Transactions } from '../../database/transactions.js';
import { LOGGER } from '../../observability/logger.js';
import { AuditService } from '../audit/audit.service.js';
import { Administrator } from './administrator.entity.js';
import { NO_CODE_TRIES } from './code-tries.js';
import { changeAsFound, entryOf, hasSecondFactor, rowOf } from './administrator-rows.js';
import { actorOf } from './session.js';
import { countCodes, withoutCode } from './recovery-codes.js';
import { SecondFactorSecrets } from '../../auth/crypto.js';
import { stepOf } from './totp.js';

/**
 * Takes the codes of second factors, each once: one UPDATE checks that neither it nor a later one was used, and notes that it was. Of
 * any number that arrive together, on any instances, one changes a row (decision 0039).
 */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly secrets: SecondFactorSecrets,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether the code was right; it is none any more then. */
  async useCode(person: Administrator, code: string): Promise<boolean> {
    const { totpSecret, totpStep } = person;
    const secret = this.secretOf(person);
    const step = secret && stepOf(secret, code, totpStep);
    if (step === undefined) return false;
    const asFound = { totpSecret, totpStep: LessThan(step) };
    return this.transactions.run((manager) =>
      changeAsFound(manager, person, asFound, { totpStep: step, ...NO_CODE_TRIES }),
    );
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

  /** Returns undefined also for a second factor that is set but unusable. It is never treated as absent. */
  secretOf(person: Administrator): Buffer | undefined {
    if (!hasSecondFactor(person)) return undefined;
    const secret = this.secrets.decrypt(person.totpSecret, person);
    if (!secret)
      this.logger.error('second factor unusable: encrypted under another pepper or altered; reset it');
    return secret;
  }

  private withoutCode(person: Administrator, code: string): string | undefined {
    const secret = this.secretOf(person);
    return secret && withoutCode(person.recoveryCodes, secret, code);
  }
}
