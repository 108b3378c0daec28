import { Injectable } from '@nestjs/common';
import { RefusedCalls } from '../refusals/refused-calls.service.js';
import type { TrailVerificationDto } from './trail-verification.dto.js';
import { TrailVerifier } from './verify-trail.js';

/** Finds out whether somebody meddled with the audit trail of an enterprise. */
@Injectable()
export class AuditVerification {
  constructor(
    private readonly verifier: TrailVerifier,
    private readonly refusedCalls: RefusedCalls,
  ) {}

  async verify(enterpriseKey: number, after: number): Promise<TrailVerificationDto> {
    await this.refusedCalls.settled();
    const verdict = await this.verifier.verify(enterpriseKey, after);
    return {
      intact: verdict.flaws.length === 0,
      events: verdict.events,
      last_sequence: verdict.lastSequence,
      last_hash: verdict.lastHash,
      next: verdict.isEnd ? null : verdict.lastSequence,
      total: verdict.total,
      flaws: [...verdict.flaws],
    };
  }
}
