import type { Query } from '../rows/row-reader.js';
import { ClusterNodes } from './cluster-nodes.js';

const KEYS: Query = { sql: 'SELECT 1', parameters: [] };
const BACKLOG = "SHOW STATUS LIKE 'wsrep_local_recv_queue'";
const WAITING = 'SET STATEMENT wsrep_sync_wait = 1 FOR SELECT 1';

/** What is asked over a connection when keys are looked up three times; of a server in no cluster nothing is left to apply. */
async function lookUps(
  leadsToOneNode: boolean,
  backlog?: string,
  losesFirst = false,
  query = KEYS,
): Promise<string[]> {
  const asked: string[] = [];
  const ask = ({ sql }: Query) => {
    asked.push(sql);
    if (losesFirst && asked.length === 2) return Promise.reject(new Error('lost'));
    return Promise.resolve(sql === BACKLOG && backlog !== undefined ? [['', backlog]] : []);
  };
  const nodes = new ClusterNodes(leadsToOneNode);
  const connection = {};
  for (let times = 0; times < 3; times++) await nodes.latest(connection, query, ask).catch(() => undefined);
  return asked;
}

it.each([true, false])(
  'a server in no cluster is asked once what it is (one node: %s)',
  async (isOneNode) => {
    expect(await lookUps(isOneNode)).toEqual([BACKLOG, KEYS.sql, KEYS.sql, KEYS.sql]);
  },
);

it.each(['0', '7'])(
  'an address that leads to any node always waits for the cluster (behind: %s)',
  async (backlog) => {
    expect(await lookUps(false, backlog)).toEqual([BACKLOG, WAITING, WAITING, WAITING]);
  },
);

it('an address that leads to one node waits for nothing while that is up to date', async () => {
  expect(await lookUps(true, '0')).toEqual([BACKLOG, KEYS.sql, KEYS.sql, KEYS.sql]);
});

it('an address that leads to one node waits until one that is behind has caught up', async () => {
  expect(await lookUps(true, '7')).toEqual([BACKLOG, WAITING, KEYS.sql, KEYS.sql]);
  expect(await lookUps(true, '7', true)).toEqual([BACKLOG, WAITING, WAITING, KEYS.sql]);
});

it('what may have been written through any node waits for the cluster, wherever the address leads', async () => {
  const anywhere = { ...KEYS, isFromAnywhere: true };
  expect(await lookUps(true, '0', false, anywhere)).toEqual([BACKLOG, WAITING, WAITING, WAITING]);
  expect(await lookUps(true, undefined, false, anywhere)).toEqual([BACKLOG, KEYS.sql, KEYS.sql, KEYS.sql]);
});
