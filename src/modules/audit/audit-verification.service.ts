import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';
import { Transactions } from '../../database/transactions.js';
import { AuditSeal } from './audit-seal.js';
import { RefusedCalls } from './refused-calls.service.js';
import type { TrailVerificationDto } from './trail-verification.dto.js';
import { verifyTrail } from './verify-trail.js';

/** Finds out whether somebody meddled with the audit trail of an enterprise. */
@Injectable()
export class AuditVerification {
  private readonly seal: AuditSeal;

  constructor(
    private readonly transactions: Transactions,
    private readonly refusedCalls: RefusedCalls,
    @Inject(CONFIG) { keyPepper = '' }: Config,
  ) {
    this.seal = new AuditSeal(keyPepper);
  }

  async verify(enterpriseKey: number): Promise<TrailVerificationDto> {
    await this.refusedCalls.settled();
    const verdict = await this.transactions.run((manager) => verifyTrail(manager, this.seal, enterpriseKey));
    return {
      intact: verdict.flaws.length === 0,
      events: verdict.events,
      last_sequence: verdict.lastSequence,
      last_hash: verdict.lastHash,
      flaws: [...verdict.flaws],
    };
  }
}
