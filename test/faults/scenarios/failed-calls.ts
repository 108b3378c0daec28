import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { SeededRandom } from '../../../demo/seed/seeded-random.js';
import { REFUSED_CALLS, SOME_SCOPES, type RefusedCall } from '../../kit/http/refused-calls.js';
import { admin, customer, makeKey, manage, OURS, type Key } from '../stage/fixtures.js';
import { problemCode, send } from '../stage/requests.js';
import { count, type Scenario } from '../stage/stage.js';

const PER_SECOND = 50;
const PLAIN_KEYS = 4;
/** The service guarantees 2 s. */
const LOOK_AFTER_MS = 1_900;
const EXPIRES_AFTER_MS = 2_000;

type KeyInState = readonly [key: Key, state: 'expired' | 'paused' | 'replaced' | null];

export const failedCalls: Scenario = {
  name: 'Failed calls',
  run: (stage) =>
    stage.onBothEngines(async (engine, databaseUrl) => {
      const wanted = (engine === 'MariaDB' ? 1_000 : 200) / (stage.isShort ? 5 : 1);
      // So low that some calls exceed it
      const ports = await stage.startFour(databaseUrl, { RATE_LIMIT: `${wanted > 500 ? 4 : 1}/100s` });
      const portOf = (at: number): number => ports[at % ports.length]!;
      const keys = await keysIn(ports[0]!);
      const random = new SeededRandom(14);
      const codes = new Set<string>();
      const wrong: string[] = [];
      let shed = 0;
      /** Sends the call to an instance, and looks it up at the next one. */
      const failAndLookUp = async (at: number, [{ id, key }, state]: KeyInState, call: RefusedCall) => {
        const { path, method = 'GET', route } = call;
        const requestId = randomUUID();
        const addresses = { 'x-request-id': requestId, 'x-forwarded-for': `198.51.100.${at % 200}` };
        const headers = { ...customer(key, OURS), ...call.headers, ...addresses };
        const reply = await send(portOf(at), path, { method, headers });
        await wait(LOOK_AFTER_MS);
        const lookup = `/internal/v1/api-keys/calls?request_id=${requestId}`;
        const found = await send(portOf(at + 1), lookup, { headers: admin(OURS) });
        if (reply.status === 503 || found.status === 503) {
          shed++;
          return;
        }
        const code = problemCode(reply);
        codes.add(code);
        const expected = { api_key_id: id, status: reply.status, code, route, key_state: state };
        const [stored] = found.status === 200 ? (JSON.parse(found.body) as Record<string, unknown>[]) : [];
        if (Object.entries(expected).some(([name, value]) => stored?.[name] !== value))
          wrong.push(`${JSON.stringify(expected)} in ${found.status} ${found.body.slice(0, 300)}`);
      };
      const calls: Promise<void>[] = [];
      while (calls.length < wanted) {
        const key = keys[calls.length % keys.length]!;
        calls.push(failAndLookUp(calls.length, key, random.pick(REFUSED_CALLS)));
        await wait(1_000 / PER_SECOND);
      }
      await Promise.all(calls);
      stage.measured(
        `Why a call failed is known two seconds after its answer, on every instance (${engine})`,
        wrong.length === 0 && shed < wanted / 10,
        `${count(wanted - wrong.length - shed)} of ${count(wanted)} random refused calls with ${keys.length} keys of ${ports.length} processes` +
          `, ${codes.size} kinds, ${shed} while the service shed load ${wrong[0] ?? ''}`,
      );
    }),
};

/** Makes keys that are refused for different reasons. */
async function keysIn(port: number): Promise<KeyInState[]> {
  const keys: Key[] = [];
  while (keys.length < PLAIN_KEYS + 4) keys.push(await makeKey(port, OURS, SOME_SCOPES));
  const [expired, foreign, paused, replaced, ...plain] = keys as [Key, Key, Key, Key];
  const end = Date.now() + EXPIRES_AFTER_MS;
  await manage(port, 'PATCH', `/${expired.id}`, { expires_at: new Date(end).toISOString() });
  await manage(port, 'PATCH', `/${foreign.id}`, { allowed_networks: ['203.0.113.9'] });
  await manage(port, 'PATCH', `/${paused.id}`, { paused: true });
  await manage(port, 'POST', `/${replaced.id}/regenerate`);
  await wait(Math.max(0, end - Date.now()));
  const others: KeyInState[] = [foreign, ...plain].map((key) => [key, null]);
  return [...others, [expired, 'expired'], [paused, 'paused'], [replaced, 'replaced']];
}
