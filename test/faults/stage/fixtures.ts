import { setTimeout as wait } from 'node:timers/promises';
import { demoRecords } from '../../../demo/demo-data.js';
import { DEMO_ENTERPRISE_ID } from '../../../demo/demo-enterprise.js';
import { SCOPE_NAMES } from '../../../src/auth/scopes.js';
import { aLocation, DEMO_TIME } from '../../kit/app/builders.js';
import { exportFolder } from '../../kit/formats/export-folder.js';
import { runCli, type Outcome } from '../../kit/process/program.js';
import { removeFolder } from '../../kit/process/sandbox.js';
import { ADMIN_TOKEN } from '../../kit/process/service.js';
import { send } from './requests.js';

export const OURS = DEMO_ENTERPRISE_ID;
export const DEVICE = '/api/v1/device/id/van-02';
export const PATHS = [DEVICE, '/api/v1/device/', '/device/van-02/datausage'];
export const LONG_DAYS = '?startdate=2025-01-01&enddate=2025-03-31';
export const BULK = `/api/v1/device-location/bulk${LONG_DAYS}`;
const MANY = 300_000;
const FIRST_MS = Date.parse('2025-01-01T12:00:00Z');

export async function importRecords(
  records: Readonly<Record<string, readonly object[]>>,
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const folder = await exportFolder(records);
  const outcome = await runCli(['import', folder], env);
  await removeFolder(folder);
  return outcome;
}

export async function importAll(...args: Parameters<typeof importRecords>): Promise<void> {
  const { status, stdout, stderr } = await importRecords(...args);
  if (status !== 0) throw new Error(`The import exited with status ${status}: ${stderr || stdout}`);
}

export async function loadFixtures(databaseUrl: string): Promise<void> {
  const all: Record<string, object[]> = {
    locations: Array.from({ length: MANY }, (_none, at) => location(at)),
  };
  for (const { file, records } of demoRecords(DEMO_TIME)) {
    const own = [...records].filter(({ id, enterprise_id }) => (enterprise_id ?? id) === OURS);
    all[file] = [...(all[file] ?? []), ...own];
  }
  await importAll(all, { DATABASE_URL: databaseUrl });
}

const location = (at: number): object =>
  aLocation({
    id: 1_000_000 + at,
    created_at: new Date(FIRST_MS + at * 20_000).toISOString(),
    device_id: 'van-02',
    enterprise_id: OURS,
    lat: 52.5 + (at % 1000) / 1e5,
  });

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

/** Opens a new connection, because the service can close an idle one at any time. */
export function sendKeyRequest(port: number, method: string, path: string, body?: object, enterprise = OURS) {
  const type = body && { 'content-type': 'application/json' };
  return send(port, `/internal/v1/api-keys${path}`, {
    method,
    headers: { ...admin(enterprise), connection: 'close', ...type },
    ...(body && { body: JSON.stringify(body) }),
  });
}

let createdKeys = 0;

export async function makeKey(port: number, enterprise: string): Promise<Key> {
  for (let tries = 1; ; tries++) {
    const application = `Application ${process.pid}-${++createdKeys}`;
    const reply = await sendKeyRequest(port, 'POST', '', { application, scopes: SCOPE_NAMES }, enterprise);
    if (reply.status === 201) return JSON.parse(reply.body) as Key;
    if (reply.status !== 503 || tries === 20)
      throw new Error(`The key was not created: ${reply.status} ${reply.failure} ${reply.body}`);
    await wait(1_000);
  }
}

export const newCustomer = async (port: number, enterprise: string): Promise<Headers> =>
  customer((await makeKey(port, enterprise)).key, enterprise);
