import type { DataSource } from 'typeorm';
import { AuditEvent } from '../../src/modules/audit/trail/audit-event.entity.js';
import { AuditHead } from '../../src/modules/audit/trail/audit-head.entity.js';
import { PepperSecrets } from '../../src/modules/audit/pepper/pepper-secrets.js';
import { AuditSeal } from '../../src/modules/audit/trail/audit-seal.js';
import { KEY_PEPPER } from '../kit/app/create-test-app.js';

const AT_ONCE = 500;

export type Event = Omit<AuditEvent, 'hash'>;

export const anEvent = (sequence: number, over: Partial<Event> = {}): Event => ({
  enterpriseKey: 1,
  sequence,
  at: sequence * 60_000,
  actor: 'admin-token',
  action: 'api_key.created',
  apiKeyId: 'key-1',
  application: 'Report',
  details: '{}',
  address: '127.0.0.1',
  requestId: `request-${sequence}`,
  ...over,
});

/** Gives an enterprise without one a trail of these events, sealed as the service seals them. */
export async function writeSealedTrail(
  dataSource: DataSource,
  count: number,
  event: (sequence: number) => Event,
): Promise<void> {
  const seal = new AuditSeal([new PepperSecrets(KEY_PEPPER).sealKey]);
  let hash = '';
  for (let from = 1; from <= count; from += AT_ONCE) {
    const length = Math.min(AT_ONCE, count - from + 1);
    const events = Array.from({ length }, (_, at) => {
      const next = event(from + at);
      hash = seal.ofEvent(next, hash);
      return { ...next, hash };
    });
    await dataSource.getRepository(AuditEvent).insert(events);
  }
  const end = { enterpriseKey: event(count).enterpriseKey, sequence: count, hash };
  await dataSource.getRepository(AuditHead).insert({ ...end, seal: seal.ofHead(end) });
}
