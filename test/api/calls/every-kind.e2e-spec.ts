import { randomUUID } from 'node:crypto';
import { DatabaseUnavailable } from '../../../src/database/rows/row-reader.js';
import { KeyCall } from '../../../src/modules/api-keys/calls/key-call.entity.js';
import { HOUR_MS, inFuture, TermsStage } from '../key-terms/stage.js';
import type { KeyEntry } from '../../kit/http/internal-client.js';
import { CODES_OF_REFUSED_CALLS, REFUSED_CALLS, SOME_SCOPES } from '../../kit/http/refused-calls.js';
import { wrapNodes } from '../../kit/database/wrapped-nodes.js';
import { eventually } from '../../kit/process/patience.js';
import { SeededRandom } from '../../../demo/seed/seeded-random.js';

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

/** Ten keys, some of which open nothing for a reason of their own. */
async function makeKeys(): Promise<Map<Key, string | null>> {
  const { admin } = stage;
  const keys = new Map<Key, string | null>();
  const make = (application: string, terms?: object) => admin.create(application, SOME_SCOPES, terms);
  for (let n = 1; n < KEYS - 5; n++) keys.set(await make(`Key ${n}`), null);
  keys.set(await make('From elsewhere', { allowed_networks: ['192.0.2.1'] }), null);
  const ended = await make('Ended', { expires_at: inFuture(HOUR_MS) });
  await stage.setColumn(ended.id, 'expires_at', Date.now() - 1_000);
  const replaced = await make('Replaced at once');
  await admin.regenerate(replaced.id);
  const [over, cutShort] = [await make('Overlap over'), await make('Overlap cut short')];
  for (const { id } of [over, cutShort]) await admin.regenerate(id, { overlap_hours: 1 });
  await stage.setColumn(over.id, 'old_key_until', Date.now() - 1_000);
  await admin.endOldKey(cutShort.id);
  for (const key of [replaced, over, cutShort]) keys.set(key, 'replaced');
  return keys.set(ended, 'expired').set(await make('Paused', { paused: true }), 'paused');
}

async function send(key: Key, state: string | null, random: SeededRandom): Promise<Sent> {
  const { path, route, headers, method = 'GET' } = random.pick(REFUSED_CALLS);
  const id = randomUUID();
  const from = `198.51.100.${random.whole(0, 199)}`;
  const sent = { path, method, headers: { ...headers, 'x-request-id': id, 'x-forwarded-for': from } };
  const { status, body } = await stage.customer(key.key).send(sent);
  const { code } = JSON.parse(body) as { code: string };
  return { id, keyId: key.id, status, code, route, state };
}

it(`finds each of ${REQUESTS} random refused requests over ten keys, and why`, async () => {
  const keys = [...(await makeKeys())];
  const random = new SeededRandom(14);
  const sent: Sent[] = [];
  for (let n = 0; n < REQUESTS; n++) sent.push(await send(...keys[n % KEYS]!, random));
  await eventually(async () => (await stage.app.dataSource.manager.count(KeyCall)) === REQUESTS); // nobody has asked for them
  for (const { id, keyId, status, code, route, state } of sent) {
    const found = await stage.admin.client.list(`/internal/v1/api-keys/calls?request_id=${id}`);
    expect(found).toEqual([
      expect.objectContaining({ request_id: id, api_key_id: keyId, status, code, route, key_state: state }),
    ]);
  }
  expect([...new Set(sent.map(({ code }) => code))].sort()).toEqual(CODES_OF_REFUSED_CALLS);
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
