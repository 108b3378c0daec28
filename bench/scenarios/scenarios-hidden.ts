import { hashKey, keyHint, newKey } from '../../src/auth/key-format.js';
import { SCOPE_NAMES } from '../../src/auth/scopes.js';
import { HIDDEN_DATA } from '../../src/http/hidden-data.js';
import type { Contender } from '../contenders/contenders.js';
import { PEPPER, type SeededKey } from '../database/seed.js';
import { customer, DATABASE, type Lab } from '../lab.js';
import { BULK_TEN_DAYS, LIST } from './comparisons.js';
import { ProcessMeter, ratiosToFirst } from './measure.js';
import { atMost, type Scenario } from './scenario.js';

const SECONDS = 2;
const BOUND = 1.05;
const ID = '00000000-0000-4000-9000-000000000000';

const PATHS: readonly (readonly [title: string, path: string])[] = [
  ['All devices', LIST],
  ['Locations of ten days', BULK_TEN_DAYS],
  ['A page of the feed of devices', '/api/v1/device/changes?limit=5000'],
  ['A page of the feed of locations', '/api/v1/device-location/changes?limit=50000'],
];

/** Measures the CPU time of the service and the database with a key from which all hideable data is hidden, relative to an unrestricted key. */
export const hidden: Scenario = {
  name: 'hidden',
  async run(lab) {
    const product = await lab.start('product');
    const open = lab.keys[0]!;
    const restricted = await addRestrictedKey(lab, open);
    try {
      const findings = [];
      for (const [title, path] of PATHS) {
        const ratios = await ratiosToFirst(lab.options.rounds, [open, restricted], (key) =>
          cpuOf(lab, product, path, key),
        );
        const target = `${title}, everything hidden: CPU time, relative to nothing hidden`;
        findings.push(atMost(target, ratios.get(restricted)!, 'times', BOUND));
      }
      return findings;
    } finally {
      await lab.server.query(`DELETE FROM ${DATABASE}.restricted_api_keys`);
    }
  },
};

async function addRestrictedKey({ server }: Lab, { enterprise }: SeededKey): Promise<SeededKey> {
  const key = newKey();
  const row = [
    ...[enterprise.key, ID, 'Restricted', SCOPE_NAMES.join(' ')],
    ...[hashKey(key, PEPPER), keyHint(key), 0, 0, HIDDEN_DATA.join(' ')],
  ];
  await server.query(`INSERT INTO ${DATABASE}.restricted_api_keys
    (enterprise_key, id, application, scopes, key_hash, key_hint, created_at, updated_at, hidden_data)
    VALUES (${row.map((value) => (typeof value === 'number' ? value : `'${value}'`)).join(', ')})`);
  return { key, enterprise };
}

async function cpuOf(lab: Lab, { port, program }: Contender, path: string, key: SeededKey): Promise<number> {
  const meters = [new ProcessMeter(program.pid), new ProcessMeter(lab.server.pid)];
  const results = await lab.downloads({ port, path, seconds: SECONDS, ...customer(key) });
  const failed = results.find(({ status }) => status !== 200);
  if (failed) throw new Error(`${path}: ${failed.status}`);
  return meters.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) / results.length;
}
