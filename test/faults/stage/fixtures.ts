import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { demoRecords, DEMO_ENTERPRISE_ID } from '../../../demo/demo-data.js';
import { SCOPE_NAMES, type Scope } from '../../../src/auth/keys/scopes.js';
import { runCli } from '../../kit/process/program.js';
import { DEMO_TIME } from '../../kit/app/demo-time.js';
import { send, type Reply } from './load/client.js';
import { ADMIN_TOKEN } from '../../kit/process/service.js';

export const OURS = DEMO_ENTERPRISE_ID;
/** Has devices of the same ids as ours, and others. */
export const THEIRS = 'FOREIGN-enterprise';
/** Stands in every record of theirs. */
export const FOREIGN = 'FOREIGN';
/** Positions on these days are so many that an answer with all of them is long on its way. */
export const LONG_DAYS = '?startdate=2025-01-01&enddate=2025-03-31';
const MANY = 300_000;

/** Members of theirs that carry the mark. */
const MARKED = ['package_name', 'packageName', 'displayName', 'policy_name', 'model', 'imei'];

type Json = Record<string, unknown>;

function* lines(): Generator<{ file: string; record: Json }> {
  yield { file: 'enterprises', record: { id: THEIRS, name: 'Theirs', time_zone: 'Asia/Kathmandu' } };
  for (const { file, records } of demoRecords(DEMO_TIME))
    for (const record of records)
      if (file === 'enterprises') {
        if (record.id === OURS) yield { file, record };
      } else if (record.enterprise_id === OURS) {
        yield { file, record };
        yield { file, record: foreign(file, record) };
      }
  const first = Date.parse('2025-01-01T12:00:00Z');
  for (let at = 0; at < MANY; at++) yield { file: 'locations', record: position(at, first + at * 20_000) };
}

/** The same record at the other enterprise, marked in its texts. Every second device has an id that ours lack. */
function foreign(file: string, record: Json): Json {
  const copy: Json = { ...record, enterprise_id: THEIRS };
  const idName = file === 'devices' ? 'id' : 'device_id';
  const id = copy[idName];
  if (typeof id === 'string' && isOdd(id)) copy[idName] = `${FOREIGN}-${id}`;
  for (const name of MARKED) {
    if (typeof copy[name] === 'string') copy[name] = `${FOREIGN} ${copy[name]}`;
  }
  if (file === 'devices') copy.manifest = { ...(copy.manifest as Json), enterprise_id: THEIRS };
  return copy;
}

const isOdd = (text: string): boolean => Number(/\d(?!.*\d)/.exec(text)?.[0] ?? 0) % 2 === 1;

function position(at: number, time: number): Json {
  return {
    id: 1_000_000 + at,
    created_at: new Date(time).toISOString().replace('Z', '+00:00'),
    device_id: 'van-02',
    enterprise_id: OURS,
    imei: '001017015878690',
    accuracy: 12.5,
    altitude: 77.4,
    lat: 52.5 + (at % 1000) / 1e5,
    lng: 13.3,
    provider: 'fused',
    geofence_id: 'gf-westhafen',
    inside_geofence: false,
    using_mock_location: false,
  };
}

/** Loads the records with the command that operators use. */
export async function loadFixtures(databaseUrl: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cda-test-faults-data-'));
  try {
    const files = new Map<string, ReturnType<typeof createWriteStream>>();
    for (const { file, record } of lines()) {
      let stream = files.get(file);
      if (!stream) files.set(file, (stream = createWriteStream(join(folder, `${file}.ndjson`))));
      stream.write(`${JSON.stringify(record)}\n`);
    }
    await Promise.all([...files.values()].map((stream) => finished(stream.end())));
    const { status, stderr } = await runCli(['import', folder], { DATABASE_URL: databaseUrl });
    if (status !== 0) throw new Error(stderr);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface Key {
  readonly id: string;
  readonly key: string;
}

export type Headers = Readonly<Record<string, string>>;

export const customer = (key: string, enterprise: string): Headers => ({
  authorization: `Bearer ${key}`,
  'x-enterprise-id': enterprise,
});

export const admin = (enterprise: string): Headers => customer(ADMIN_TOKEN, enterprise);

/** A request to an internal route, on a connection of its own: one that was kept may end just then. */
export function manage(
  port: number,
  method: string,
  path: string,
  body?: object,
  enterprise = OURS,
): Promise<Reply> {
  return send(port, `/internal/v1/api-keys${path}`, {
    method,
    headers: {
      ...admin(enterprise),
      connection: 'close',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

let made = 0;

/** As a patient client does it: a 503 says when to try again. */
export async function makeKey(
  port: number,
  enterprise: string,
  scopes: readonly Scope[] = SCOPE_NAMES,
): Promise<Key> {
  for (let tries = 1; ; tries++) {
    const application = `Application ${process.pid}-${++made}`;
    const reply = await manage(port, 'POST', '', { application, scopes }, enterprise);
    if (reply.status === 201) return JSON.parse(reply.body) as Key;
    if (reply.status !== 503 || tries === 5)
      throw new Error(`No key was made: ${reply.status} ${reply.failure} ${reply.body}`);
    await wait(1_000);
  }
}

/** What a customer with a new key of all scopes sends. */
export async function newCustomer(port: number, enterprise: string): Promise<Headers> {
  return customer((await makeKey(port, enterprise)).key, enterprise);
}
