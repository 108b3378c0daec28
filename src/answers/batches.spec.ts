import { setTimeout as wait } from 'node:timers/promises';
import { Batches, filledUp } from './batches.js';

/** Batches whose handling ends when the test says so. */
function batchesUnderTest(most: number): { batches: Batches<number>; sent: number[][]; finish: () => void } {
  const sent: number[][] = [];
  const finishers: (() => void)[] = [];
  const batches = new Batches<number>(most, async (batch) => {
    sent.push([...batch]);
    await new Promise<void>((resolve) => finishers.push(resolve));
  });
  return { batches, sent, finish: () => finishers.shift()?.() };
}

const oneTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('sends together what comes in one turn', async () => {
  const { batches, sent } = batchesUnderTest(10);
  for (const item of [1, 2, 3]) batches.add(item);
  expect(sent).toEqual([]);
  await oneTurn();
  expect(sent).toEqual([[1, 2, 3]]);
});

it('never adds to what was sent: what comes then goes when that is done', async () => {
  const { batches, sent, finish } = batchesUnderTest(10);
  batches.add(1);
  await oneTurn();
  batches.add(2);
  batches.add(3);
  await oneTurn();
  expect(sent).toEqual([[1]]);
  finish();
  await oneTurn();
  expect(sent).toEqual([[1], [2, 3]]);
});

it('waits only a moment for what takes long', async () => {
  const { batches, sent } = batchesUnderTest(10);
  batches.add(1);
  await oneTurn();
  batches.add(2);
  await wait(30);
  expect(sent).toEqual([[1], [2]]);
});

it('sends no more at once than it may, and leaves nothing behind', async () => {
  const { batches, sent, finish } = batchesUnderTest(2);
  for (const item of [1, 2, 3, 4, 5]) batches.add(item);
  for (let turn = 0; turn < 3; turn++) {
    await oneTurn();
    finish();
  }
  await oneTurn();
  expect(sent).toEqual([[1, 2], [3, 4], [5]]);
});

it.each([
  [['a'], ['a']],
  [
    ['a', 'b', 'c'],
    ['a', 'b', 'c', 'a'],
  ],
  [
    ['a', 'b', 'c', 'd', 'e'],
    ['a', 'b', 'c', 'd', 'e', 'a', 'b', 'c'],
  ],
])('fills %j up to a power of two', (values, filled) => {
  expect(filledUp(values)).toEqual(filled);
});
