import type { NodeReader, Query, RowSink, Value } from './node-reader.js';
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
const nodeWithPages = (pages: (readonly Value[])[][]): NodeReader => {
  const left = [...pages];
  return {
    ...node,
    rows: ({ sql, parameters }) => {
      asked.push(`${sql} ${parameters.join()}`);
      return Promise.resolve(left.shift() ?? []);
    },
  };
};
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
  expect(asked).toEqual(['SELECT a FROM t WHERE b = 1 ORDER BY a LIMIT 4']);
});

it('asks for a slice where more are wanted, with the columns of the key', async () => {
  await sliced.stream(query('SELECT a FROM t WHERE b = 1 ORDER BY `t`.`c` ASC, d'), sink);
  expect(asked).toEqual(['SELECT a, `t`.`c`, d FROM t WHERE b = 1 ORDER BY `t`.`c`, d LIMIT 10']);
});

it('asks for no column of the key twice', async () => {
  const sql = 'SELECT COALESCE(t.a, (SELECT u.c FROM u)), t.c, d FROM t WHERE b = 1 ORDER BY `t`.`c`, d';
  await sliced.stream(query(sql), sink);
  expect(asked).toEqual([`${sql} LIMIT 10`]);
});

it('goes on behind the key, wherever that is in the row', async () => {
  const rows = [
    ['first', 7, 'x'],
    ['second', 8, 'y'],
  ];
  const paged = new SlicedNode(nodeWithPages([rows]), 2);
  expect(await paged.rows(query('SELECT a, c FROM t WHERE b = 1 ORDER BY t.d, c'))).toEqual([
    ['first', 7],
    ['second', 8],
  ]);
  expect(asked).toEqual([
    'SELECT a, c, t.d FROM t WHERE b = 1 ORDER BY t.d, c LIMIT 2 ',
    'SELECT a, c, t.d FROM t WHERE b = 1 AND t.d = ? AND c > ? ORDER BY t.d, c LIMIT 2 y,8',
    'SELECT a, c, t.d FROM t WHERE b = 1 AND t.d > ? ORDER BY t.d, c LIMIT 2 y',
  ]);
});

it('goes on with fewer shared columns where a slice is not full, and from the whole key where one is', async () => {
  const pages = [
    [
      [1, 1, 1],
      [1, 1, 2],
    ],
    [[1, 1, 3]],
    [
      [1, 2, 1],
      [1, 3, 1],
    ],
    [],
    [],
    [[2, 1, 1]],
  ];
  const paged = new SlicedNode(nodeWithPages(pages), 2);
  expect(await paged.rows(query('SELECT a, b, c FROM t WHERE e = 1 ORDER BY a, b, c'))).toEqual(pages.flat());
  expect(asked.map((sql) => sql.replace(/.* e = 1(.*) ORDER BY.* /, '$1 ').trim())).toEqual([
    '',
    'AND a = ? AND b = ? AND c > ? 1,1,2',
    'AND a = ? AND b > ? 1,1',
    'AND a = ? AND b = ? AND c > ? 1,3,1',
    'AND a = ? AND b > ? 1,3',
    'AND a > ? 1',
  ]);
});

it('asks for no row behind as many as are wanted', async () => {
  const paged = new SlicedNode(nodeWithPages([[[1], [2]], [[3]]]), 2);
  expect(await paged.rows(query('SELECT a FROM t WHERE e = 1 ORDER BY a LIMIT 3'))).toEqual([[1], [2], [3]]);
  expect(asked).toHaveLength(2);
});

it.each(['SELECT a FROM t WHERE b = 1', 'SELECT a FROM t WHERE b = 1 ORDER BY a DESC'])(
  'reads nothing whose order it cannot follow: %s',
  async (sql) => {
    await expect(sliced.stream(query(sql), sink)).rejects.toThrow('in slices');
    expect(asked).toEqual([]);
  },
);
