import { AuditEvent, AuditHead } from '../../src/modules/audit/audit.entity.js';
import { PepperSecrets } from '../../src/auth/crypto.js';
import { AuditChain } from '../../src/modules/audit/audit-chain.js';
import { EnterprisesService } from '../../src/modules/enterprises/enterprises.service.js';
import { anEnterprise } from '../kit/app/builders.js';
import { KEY_PEPPER, type TestApp } from '../kit/app/test-app.js';
import type { ApiClient } from '../kit/http/api-client.js';

export const EVENTS = '/internal/v1/audit-events';
const AT_ONCE = 500;

type Events = { sequence: number }[];
type Event = Omit<AuditEvent, 'enterpriseKey' | 'hash'>;

export const anEvent = (sequence: number, overrides: Partial<Event> = {}): Event => ({
  sequence,
  at: sequence * 60_000,
  actor: 'admin-token',
  action: 'api_key.created',
  apiKeyId: 'key-1',
  application: 'Report',
  details: '{"scopes":[]}',
  address: '127.0.0.1',
  requestId: `request-${sequence}`,
  ...overrides,
});

export const aMixedEvent = (sequence: number, needle: number): Event =>
  anEvent(sequence, {
    actor: ['admin:a@x.example', 'admin:b@x.example', 'admin-token'][sequence % 3]!,
    action: ['api_key.created', 'api_key.updated', 'sign_in.failed', 'call.refused'][sequence % 4]!,
    apiKeyId: sequence % 5 === 0 ? '' : `key-${sequence % 5}`,
    application: `Report ${sequence % 5}`,
    details: JSON.stringify({ code: sequence === needle ? 'Needle' : 'hay' }),
  });

let logs = 0;

/** Seals the events the way the service seals them. */
export async function sealedLog(
  app: TestApp,
  count: number,
  event = (sequence: number) => anEvent(sequence),
) {
  const id = `log-${++logs}`;
  await app.load({ enterprises: [anEnterprise({ id, time_zone: 'Asia/Kathmandu' })] });
  const enterpriseKey = (await app.get(EnterprisesService).findKey(id))!;
  const seal = new AuditChain([new PepperSecrets(KEY_PEPPER).sealKey]);
  let hash = '';
  for (let from = 1; from <= count; from += AT_ONCE) {
    const events = Array.from({ length: Math.min(AT_ONCE, count - from + 1) }, (_, at) => {
      const next = { enterpriseKey, ...event(from + at) };
      hash = seal.ofEvent(next, hash);
      return { ...next, hash };
    });
    await app.dataSource.getRepository(AuditEvent).insert(events);
  }
  const end = { enterpriseKey, sequence: count, hash };
  await app.dataSource.getRepository(AuditHead).insert({ ...end, seal: seal.ofHead(end) });
  return { id, enterpriseKey, admin: app.admin(id) };
}

export async function pagesOf(admin: ApiClient, query: string) {
  const pages: { numbers: number[]; isLimited?: boolean }[] = [];
  for (let path: string | undefined = `${EVENTS}?${query}`; path !== undefined;) {
    const { status, headers, body } = await admin.get(path);
    expect({ status, body }).toMatchObject({ status: 200 });
    const page = JSON.parse(body) as Events | { events: Events; search_limited: boolean };
    const [events, isLimited] = Array.isArray(page) ? [page] : [page.events, page.search_limited];
    pages.push({ numbers: events.map(({ sequence }) => sequence), isLimited });
    path = /^<(.*)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1];
  }
  return pages;
}
