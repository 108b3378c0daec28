import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LessThan } from 'typeorm';
import type { Origin } from '../../auth/caller.js';
import { SecondFactorSecrets } from '../../auth/crypto.js';
import { Transactions } from '../../database/transactions.js';
import { LOGGER } from '../../observability/logger.js';
import { AuditService } from '../audit/audit.service.js';
import {
  actorOf,
  Administrator,
  hasSecondFactor,
  NO_CODE_TRIES,
  primaryKeyOf,
} from './administrator.entity.js';
import { auditEntry, updateIfUnchanged } from './administrators.service.js';
import { countCodes, stepOf, withoutCode } from './totp.js';

/** Marks each code as used in one UPDATE, so that it works once across all instances (decision 0039). */
@Injectable()
export class TotpService {
  constructor(
    private readonly secrets: SecondFactorSecrets,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async useCode(person: Administrator, code: string): Promise<boolean> {
    const { totpSecret, totpStep } = person;
    const secret = this.secretOf(person);
    const step = secret && stepOf(secret, code, totpStep);
    if (step === undefined) return false;
    const expected = { totpSecret, totpStep: LessThan(step) };
    return this.transactions.run((manager) =>
      updateIfUnchanged(manager, person, expected, { totpStep: step, ...NO_CODE_TRIES }),
    );
  }

  async useRecoveryCode(person: Administrator, code: string, origin: Origin): Promise<boolean> {
    // a wrong code must not lock the audit log of the enterprise
    if (this.withoutCode(person, code) === undefined) return false;
    const { enterpriseKey, email } = person;
    return this.audit.recorded({ enterpriseKey, actor: actorOf(email), ...origin }, async (manager) => {
      const current = await manager.findOneBy(Administrator, primaryKeyOf(person));
      const rest = current ? this.withoutCode(current, code) : undefined;
      if (!current || rest === undefined) return { result: false };
      const expected = { recoveryCodes: current.recoveryCodes };
      const change = { recoveryCodes: rest, ...NO_CODE_TRIES };
      if (!(await updateIfUnchanged(manager, current, expected, change))) return { result: false };
      const details = { recovery_codes_left: countCodes(rest) };
      return { result: true, entry: auditEntry('administrator.recovery_code_used', current, details) };
    });
  }

  /** Also returns undefined for an unusable secret. Callers must not treat that as no second factor. */
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
