import type { NodeReader, Query, RowSink } from './node-reader.js';
import { SlicedNode } from './sliced-node.js';

const asked: string[] = [];
const node: NodeReader = {
  rows: ({ sql }) => {
    asked.push(sql);
    return Promise.resolve([]);
  },
  stream: ({ sql }) => {
    asked.push(sql);
    return Promise.resolve();
  },
};
const sliced = new SlicedNode(node, 10);
const query = (sql: string): Query => ({ sql, parameters: [] });
const sink = {} as RowSink;

beforeEach(() => asked.splice(0));

it('lets what brings one row be as it is', async () => {
  const one = 'SELECT a FROM t WHERE b = (SELECT c FROM u ORDER BY c LIMIT 1)';
  await sliced.rows(query(one));
  expect(asked).toEqual([one]);
});

it('lets a look behind so many rows be as it is', async () => {
  const one = 'SELECT a FROM t WHERE b = 1 ORDER BY a LIMIT 1 OFFSET 19';
  await sliced.rows(query(one));
  expect(asked).toEqual([one]);
});

it('asks for no more rows than are wanted', async () => {
  await sliced.rows(query('SELECT a FROM t WHERE b = 1 ORDER BY a LIMIT 4'));
  expect(asked).toEqual(['SELECT a, a FROM t WHERE b = 1 ORDER BY a LIMIT 4']);
});

it('asks for a slice where more are wanted', async () => {
  await sliced.stream(query('SELECT a FROM t WHERE b = 1 ORDER BY `t`.`c` ASC, d'), sink);
  expect(asked).toEqual(['SELECT `t`.`c`, d, a FROM t WHERE b = 1 ORDER BY `t`.`c`, d LIMIT 10']);
});

it.each(['SELECT a FROM t WHERE b = 1', 'SELECT a FROM t WHERE b = 1 ORDER BY a DESC'])(
  'reads nothing whose order it cannot follow: %s',
  async (sql) => {
    await expect(sliced.stream(query(sql), sink)).rejects.toThrow('in slices');
    expect(asked).toEqual([]);
  },
);
