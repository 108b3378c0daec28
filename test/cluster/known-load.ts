import { Agent } from 'node:http';
import { importAll, newCustomer } from '../faults/stage/fixtures.js';
import { send, SteadyLoad, type Reply } from '../faults/stage/requests.js';
import { aDevice, anEnterprise, nextId } from '../kit/app/builders.js';
import type { FeedKind } from '../kit/sync/feed-routes.js';
import { aRecord } from '../kit/sync/one-of-each.js';

export const KNOWN = 'known';
const DEVICES = Array.from({ length: 12 }, (_none, at) => `device-${at}`);
const OF_EACH = 8;
const PATHS = [
  ...DEVICES.flatMap((id) =>
    ['device', 'device/datausage', 'device/screentime', 'device/app', 'device-location'].map(
      (kind) => `/api/v1/${kind}/id/${id}`,
    ),
  ),
  '/api/v1/device/',
  '/api/v1/device-location/bulk?startdate=2026-01-01&enddate=2026-12-31',
];

export interface JudgedReply extends Reply {
  readonly at: number;
  readonly path: string;
  readonly verdict: 'right' | 'wrong' | 'refused' | 'failed';
}

export function loadKnownData(env: NodeJS.ProcessEnv): Promise<void> {
  const enterprise_id = KNOWN;
  const recordsOf = (kind: FeedKind) =>
    DEVICES.flatMap((device_id) =>
      Array.from({ length: OF_EACH }, () => aRecord(kind, nextId(), { enterprise_id, device_id })),
    );
  const records = {
    enterprises: [anEnterprise({ id: KNOWN })],
    devices: DEVICES.map((id) => aDevice({ id, enterprise_id, model: `Model of ${id}` })),
    datausage: recordsOf('datausage'),
    screentime: recordsOf('screentime'),
    applications: recordsOf('applications'),
    locations: recordsOf('locations'),
  };
  return importAll(records, env);
}

/** Sends requests at a fixed rate, and compares each response with the one from before the load, byte for byte. */
export async function startKnownLoad(port: number, rate: number): Promise<SteadyLoad<JudgedReply>> {
  const headers = await newCustomer(port, KNOWN);
  // No limit on sockets, because the time of a request would include its wait for a connection
  const agent = new Agent({ keepAlive: true });
  const read = (path: string): Promise<Reply> => send(port, path, { headers, agent });
  const expectedReplies: Reply[] = await Promise.all(PATHS.map(read));
  return new SteadyLoad(rate, async (_agent, number) => {
    const at = performance.now();
    const path = PATHS[number % PATHS.length]!;
    const reply = await read(path);
    return { ...reply, at, path, verdict: outcomeOf(reply, expectedReplies[number % PATHS.length]!) };
  });
}

function outcomeOf({ status, isComplete, body }: Reply, expected: Reply): JudgedReply['verdict'] {
  if (status === 503 && isComplete) return 'refused';
  if (status !== 200 || !isComplete) return 'failed';
  return body === expected.body ? 'right' : 'wrong';
}
