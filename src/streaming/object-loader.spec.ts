import { setTimeout as wait } from 'node:timers/promises';
import { batchLoader } from './object-loader.js';

function loaderUnderTest(most: number): {
  load: (key: number) => void;
  sent: number[][];
  finish: () => void;
} {
  const sent: number[][] = [];
  const finishers: (() => void)[] = [];
  const loader = batchLoader<number, number>(most, async (keys) => {
    sent.push([...keys]);
    await new Promise<void>((resolve) => finishers.push(resolve));
    return [...keys];
  });
  return { load: (key) => void loader.load(key), sent, finish: () => finishers.shift()?.() };
}

const oneTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('sends keys of the same event loop iteration together', async () => {
  const { load, sent } = loaderUnderTest(10);
  for (const item of [1, 2, 3]) load(item);
  expect(sent).toEqual([]);
  await oneTurn();
  expect(sent).toEqual([[1, 2, 3]]);
});

it('never adds to a sent batch: later keys wait until it is done', async () => {
  const { load, sent, finish } = loaderUnderTest(10);
  load(1);
  await oneTurn();
  load(2);
  load(3);
  await oneTurn();
  expect(sent).toEqual([[1]]);
  finish();
  await oneTurn();
  expect(sent).toEqual([[1], [2, 3]]);
});

it('waits only briefly for a slow batch', async () => {
  const { load, sent } = loaderUnderTest(10);
  load(1);
  await oneTurn();
  load(2);
  await wait(30);
  expect(sent).toEqual([[1], [2]]);
});

it('sends no more keys than its limit, and omits none', async () => {
  const { load, sent } = loaderUnderTest(2);
  for (const key of [1, 2, 3, 4, 5]) load(key);
  await oneTurn();
  expect(sent).toEqual([[1, 2], [3, 4], [5]]);
});

it('caches nothing: a repeated key is loaded again', async () => {
  const { load, sent, finish } = loaderUnderTest(10);
  load(1);
  await oneTurn();
  finish();
  await oneTurn();
  load(1);
  await oneTurn();
  expect(sent).toEqual([[1], [1]]);
});
