import { send } from '../../faults/stage/load/client.js';
import { newCustomer } from '../../faults/stage/fixtures.js';
import { count } from '../../faults/stage/stage.js';
import { aDevice, aLocation, anEnterprise, type ExportRecord } from '../../kit/app/builders.js';
import type { DatabaseServer } from '../../kit/database/database-server.js';
import { FeedCopy } from '../../kit/sync/feed-copy.js';
import { FEED_ROUTES, wholeOf } from '../../kit/sync/feed-routes.js';
import type { ClusterScenario } from '../stage/cluster-stage.js';
import { insistOnImport } from '../stage/import-records.js';

const ENTERPRISE = 'imported-twice';
/** Of each import alone, and of both. */
const OWN = 4_000;
const SHARED = 1_000;
const IN_PAGE = 700;

export const twoImports: ClusterScenario = {
  name: 'Galera, two imports into one enterprise',
  run: async (stage) => {
    const place = await stage.galera();
    await place.startInstances('writer and readers');
    const [one, other] = place.cluster.nodes;
    const envOf = (node?: DatabaseServer) => ({ DATABASE_URL: place.databaseOfNode(node!) });
    await insistOnImport({ enterprises: [anEnterprise({ id: ENTERPRISE })] }, envOf(one));
    const headers = await newCustomer(place.port, ENTERPRISE);
    const numbers = Array.from({ length: 2 * OWN + SHARED }, (_none, at) => at);
    const parts = [numbers.slice(0, OWN + SHARED), numbers.slice(OWN)];
    const began = performance.now();
    const copies = FEED_ROUTES.filter(({ kind }) => kind === 'devices' || kind === 'locations').map(
      (route) => new FeedCopy(route, headers, false),
    );
    let isOver = false;
    const importing = Promise.all([
      insistOnImport(recordsOf(parts[0]!), envOf(one)),
      insistOnImport(recordsOf(parts[1]!), envOf(other)),
    ]).finally(() => (isOver = true));
    await Promise.all([importing, ...copies.map((copy) => follow(copy, place.origin, () => isOver))]);
    const seconds = (performance.now() - began) / 1000;
    const lacks: string[] = [];
    for (const copy of copies)
      lacks.push(...(await lacking(copy, place.port, headers, numbers.length)), ...copy.violations);
    stage.found(
      'two at once through two nodes lose nothing and bring nothing twice',
      lacks.length === 0,
      `${count(numbers.length)} devices and as many positions, ${count(SHARED)} of each in both imports, ${seconds.toFixed(1)} s; a feed followed meanwhile` +
        (lacks[0] === undefined ? '' : `; ${lacks[0].slice(0, 300)}`),
    );
    await place.stopInstances();
  },
};

function recordsOf(numbers: readonly number[]): Record<string, ExportRecord[]> {
  const enterprise_id = ENTERPRISE;
  return {
    devices: numbers.map((number) => aDevice({ enterprise_id, id: `device-${number}` })),
    locations: numbers.map((id) => aLocation({ enterprise_id, id, device_id: `device-${id}` })),
  };
}

/** Token by token, and once more to its end when all has been written. */
async function follow(copy: FeedCopy, origin: string, isOver: () => boolean): Promise<void> {
  for (;;) {
    const wasOver = isOver();
    let step = await copy.step({ origin, limit: IN_PAGE, format: 'json' });
    while (step !== 'done') step = await copy.step({ origin, limit: IN_PAGE, format: 'json' });
    if (wasOver) return;
  }
}

/** What a copy and the whole answer lack of what was imported, or have too much. */
async function lacking(
  { route, rows }: FeedCopy,
  port: number,
  headers: Readonly<Record<string, string>>,
  wanted: number,
): Promise<string[]> {
  const { body } = await send(port, wholeOf(route), { headers });
  const whole = (JSON.parse(body) as ExportRecord[]).map((item) => item[route.id]);
  const found = { whole: whole.length, 'different ones': new Set(whole).size, followed: rows.size };
  return Object.entries(found)
    .filter(([, number]) => number !== wanted)
    .map(([what, number]) => `${route.kind}: ${number} of ${wanted} (${what})`);
}
