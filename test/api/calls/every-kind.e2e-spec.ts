import { randomUUID } from 'node:crypto';
import { DatabaseUnavailable } from '../../../src/database/rows/row-reader.js';
import { KeyCall } from '../../../src/modules/api-keys/calls/key-call.entity.js';
import { HOUR_MS, inFuture, LIST, TermsStage } from '../key-terms/stage.js';
import type { KeyEntry } from '../../kit/http/internal-client.js';
import { wrapNodes } from '../../kit/database/wrapped-nodes.js';
import { eventually } from '../../kit/process/patience.js';
import { Random } from '../../kit/sync/random.js';

// docs/contract.md, 2.8: why a request failed

const REQUESTS = 400;
const KEYS = 10;

type Key = KeyEntry & { key: string };
interface Sent {
  readonly id: string;
  readonly keyId: string;
  readonly status: number;
  readonly code: string;
  readonly route: string;
  readonly state: string | null;
}

const stage = new TermsStage({ RATE_LIMIT: '8/100s' });

/** What a request is refused for, if nothing before that is in its way: where it goes, and with what besides. */
const WRONG: readonly (readonly [path: string, route: string, headers?: object, method?: string])[] = [
  [LIST, '/api/v1/device', { 'x-enterprise-id': 'elsewhere' }],
  [LIST, '/api/v1/device', { 'x-enterprise-id': '' }],
  ['/api/v1/device/app/id/tablet-1', '/api/v1/device/app/id/:id'],
  [`${LIST}?secret=1`, '/api/v1/device'],
  ['/api/v1/device/id/nowhere', '/api/v1/device/id/:id'],
  ['/api/v1/devices', ''],
  [LIST, '', {}, 'POST'],
  [LIST, '/api/v1/device', { accept: 'text/html' }],
  ['/internal/v1/api-keys', '/internal/v1/api-keys'],
];

/** Ten keys, some of which open nothing for a reason of their own. */
async function makeKeys(): Promise<Map<Key, string | null>> {
  const { admin } = stage;
  const keys = new Map<Key, string | null>();
  const scopes = ['device:GetList', 'device:GetDetail'];
  for (let n = 1; n < KEYS - 3; n++) keys.set(await admin.create(`Key ${n}`, scopes), null);
  keys.set(await admin.create('From elsewhere', scopes, { allowed_networks: ['192.0.2.1'] }), null);
  const ended = await admin.create('Ended', scopes, { expires_at: inFuture(HOUR_MS) });
  await stage.setColumn(ended.id, 'expires_at', Date.now() - 1_000);
  const replaced = await admin.create('Replaced', scopes);
  await admin.regenerate(replaced.id, { overlap_hours: 1 });
  await stage.setColumn(replaced.id, 'old_key_until', Date.now() - 1_000);
  return keys
    .set(ended, 'expired')
    .set(replaced, 'replaced')
    .set(await admin.create('Paused', scopes, { paused: true }), 'paused');
}

async function send(key: Key, state: string | null, random: Random): Promise<Sent> {
  const [path, route, headers, method = 'GET'] = random.one(WRONG);
  const id = randomUUID();
  const from = `198.51.100.${random.below(200)}`;
  const sent = { path, method, headers: { ...headers, 'x-request-id': id, 'x-forwarded-for': from } };
  const { status, body } = await stage.customer(key.key).send(sent);
  const { code } = JSON.parse(body) as { code: string };
  return { id, keyId: key.id, status, code, route, state };
}

it(`finds each of ${REQUESTS} random refused requests over ten keys, and why`, async () => {
  const keys = [...(await makeKeys())];
  const random = new Random(14);
  const sent: Sent[] = [];
  for (let n = 0; n < REQUESTS; n++) sent.push(await send(...keys[n % KEYS]!, random));
  await eventually(async () => (await stage.app.dataSource.manager.count(KeyCall)) === REQUESTS); // nobody has asked for them
  for (const { id, keyId, status, code, route, state } of sent) {
    const found = await stage.admin.client.list(`/internal/v1/api-keys/calls?request_id=${id}`);
    expect(found).toEqual([
      expect.objectContaining({ request_id: id, api_key_id: keyId, status, code, route, key_state: state }),
    ]);
  }
  expect(new Set(sent.map(({ code }) => code))).toEqual(
    new Set([
      'address_not_allowed',
      'enterprise_mismatch',
      'insufficient_scope',
      'invalid_key',
      'invalid_parameter',
      'device_not_found',
      'method_not_allowed',
      'missing_enterprise',
      'not_acceptable',
      'not_found',
      'rate_limited',
    ]),
  );
}, 120_000);

it.each([
  ['internal_error', 500, () => Promise.reject(new Error('A slip'))],
  ['unavailable', 503, () => Promise.reject(new DatabaseUnavailable('database_trouble'))],
])('finds what failed on our side: %s', async (code, status, stream) => {
  const { id, key } = await stage.make();
  const restore = wrapNodes(stage.app, (node) => ({ rows: (query) => node.rows(query), stream }));
  const { headers } = await stage.ask(key);
  restore();
  const requestId = String(headers['x-request-id']);
  expect(await stage.admin.client.list(`/internal/v1/api-keys/calls?request_id=${requestId}`)).toEqual([
    expect.objectContaining({ api_key_id: id, status, code, route: '/api/v1/device' }),
  ]);
});
