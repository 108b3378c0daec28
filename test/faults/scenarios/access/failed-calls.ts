import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { REFUSED_CALLS, SOME_SCOPES, type RefusedCall } from '../../../kit/http/refused-calls.js';
import { SeededRandom } from '../../../../demo/seed/seeded-random.js';
import { problemCode, send, type Reply } from '../../stage/load/client.js';
import { admin, customer, makeKey, manage, OURS, type Key } from '../../stage/fixtures.js';
import { onBothEngines, startInstances } from '../../stage/instances.js';
import { isMachineQuiet } from '../../stage/findings/machine.js';
import { count, type Scenario } from '../../stage/stage.js';

const PROCESSES = 4;
const PER_SECOND = 50;
const PLAIN_KEYS = 4;
/** Requests with the id of an earlier one. */
const SHARE_OF_REPEATED = 0.1;
/** When it is asked why a call failed: promised is that it is known two seconds after its answer. */
const ASKED_AFTER_MS = 1_900;

type State = 'expired' | 'paused' | 'replaced' | null;

/** A call to be, and what is then to be found of it. */
interface Planned {
  readonly id: string;
  readonly key: Key;
  readonly state: State;
  readonly call: RefusedCall;
}

interface Found {
  readonly api_key_id: string;
  readonly status: number;
  readonly code: string;
  readonly route: string;
  readonly key_state: State;
}

export const failedCalls: Scenario = {
  name: 'Failed calls',
  run: (stage) =>
    onBothEngines(stage, async (engine, databaseUrl) => {
      const wanted = (engine === 'MariaDB' ? 1_000 : 200) / (stage.isShort ? 5 : 1);
      // so few that all kinds come, also that of too many
      const RATE_LIMIT = `${wanted > 500 ? 4 : 1}/100s`;
      const isQuiet = await isMachineQuiet();
      const services = await startInstances(databaseUrl, PROCESSES, { RATE_LIMIT });
      const ports = services.map(({ port }) => port);
      const plan = planned(await keysIn(ports[0]!), wanted);
      const asked = new Questions(ports);
      const answers: Promise<void>[] = [];
      for (const [at, call] of plan.entries()) {
        answers.push(asked.failAndAsk(call, at));
        await wait(1_000 / PER_SECOND);
      }
      await Promise.all(answers);
      const { wrong, codes, unclear } = asked;
      const repeated = plan.length - new Set(plan.map(({ id }) => id)).size;
      stage.measured(
        `Why a call failed is known two seconds after its answer, on every instance, and of all calls with its id (${engine})`,
        wrong.length === 0 && unclear < plan.length / 10,
        `${count(plan.length - wrong.length - unclear)} of ${count(plan.length)} random refused calls with ${PLAIN_KEYS + 6} keys of ${PROCESSES} processes` +
          `, ${codes.size} kinds, ${repeated} with an id of before${unclear > 0 ? `, ${unclear} while too much was going on` : ''}${wrong.length > 0 ? `; not found: ${wrong[0]}` : ''}`,
        isQuiet,
      );
      await Promise.all(services.map((service) => service.stop()));
    }),
};

/** Ten keys, some of which open nothing, each for a reason of its own. */
async function keysIn(port: number): Promise<(readonly [Key, State])[]> {
  const make = () => makeKey(port, OURS, SOME_SCOPES);
  const changed = async (body: object): Promise<Key> => {
    const key = await make();
    await manage(port, 'PATCH', `/${key.id}`, body);
    return key;
  };
  const replaced = async (overlap_hours: number): Promise<Key> => {
    const key = await make();
    await manage(port, 'POST', `/${key.id}/regenerate`, { overlap_hours });
    if (overlap_hours > 0) await manage(port, 'DELETE', `/${key.id}/old-key`);
    return key;
  };
  const keys: (readonly [Key, State])[] = [];
  for (let n = 0; n < PLAIN_KEYS; n++) keys.push([await make(), null]);
  const end = Date.now() + 1_000;
  keys.push(
    [await changed({ expires_at: new Date(end).toISOString() }), 'expired'],
    [await changed({ allowed_networks: ['203.0.113.9'] }), null],
    [await changed({ paused: true }), 'paused'],
    [await replaced(0), 'replaced'],
    [await replaced(1), 'replaced'],
    [await replaced(0), 'replaced'],
  );
  await wait(Math.max(0, end - Date.now()));
  return keys;
}

function planned(keys: readonly (readonly [Key, State])[], wanted: number): Planned[] {
  const random = new SeededRandom(14);
  const plan: Planned[] = [];
  while (plan.length < wanted) {
    const [key, state] = keys[plan.length % keys.length]!;
    const isRepeated = plan.length > 0 && random.chance(SHARE_OF_REPEATED);
    const id = isRepeated ? random.pick(plan).id : randomUUID();
    plan.push({ id, key, state, call: random.pick(REFUSED_CALLS) });
  }
  return plan;
}

class Questions {
  readonly wrong: string[] = [];
  readonly codes = new Set<string>();
  /** Refused because too much was going on: that is no call of a key, and no answer. */
  unclear = 0;
  /** What is to be found of each id by now. */
  private readonly expected = new Map<string, Found[]>();

  constructor(private readonly ports: readonly number[]) {}

  /** Sends the call to one instance, and asks another one for it. */
  async failAndAsk({ id, key, state, call }: Planned, at: number): Promise<void> {
    const { path, method = 'GET', route } = call;
    const headers = {
      ...customer(key.key, OURS),
      ...call.headers,
      'x-request-id': id,
      'x-forwarded-for': `198.51.100.${at % 200}`,
    };
    const reply = await send(this.portOf(at), path, { method, headers });
    if (this.isBusy(reply)) return;
    const code = problemCode(reply);
    this.codes.add(code);
    const failed = { api_key_id: key.id, status: reply.status, code, route, key_state: state };
    const expected = [...(this.expected.get(id) ?? []), failed];
    this.expected.set(id, expected);
    await wait(ASKED_AFTER_MS);
    const answer = await send(this.portOf(at + 1), `/internal/v1/api-keys/calls?request_id=${id}`, {
      headers: admin(OURS),
    });
    if (this.isBusy(answer)) return;
    const found = answer.status === 200 ? (JSON.parse(answer.body) as Found[]) : [];
    // calls with this id that came later may be there already
    const missing = expected.find((one) => !found.some((other) => isSame(one, other)));
    if (missing)
      this.wrong.push(`${JSON.stringify(missing)} in ${answer.status} ${answer.body.slice(0, 300)}`);
  }

  private isBusy({ status }: Reply): boolean {
    if (status === 503) this.unclear++;
    return status === 503;
  }

  private portOf(at: number): number {
    return this.ports[at % this.ports.length] ?? 0;
  }
}

const isSame = (one: Found, other: Found): boolean =>
  (['api_key_id', 'status', 'code', 'route', 'key_state'] as const).every(
    (name) => one[name] === other[name],
  );
