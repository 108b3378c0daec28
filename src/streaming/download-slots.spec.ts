import { setTimeout as wait } from 'node:timers/promises';
import { DownloadSlots, type DownloadSlot } from './download-slots.js';
import { DatabaseUnavailable } from '../database/rows/reader.js';

const SLOTS = 24;

let slots: DownloadSlots;

beforeEach(() => {
  slots = new DownloadSlots(SLOTS);
});

function takeAll(enterprise: number): number {
  let taken = 0;
  while (slots.take(enterprise)) taken++;
  return taken;
}

it('gives an enterprise half of all slots while it is alone', () => {
  expect(takeAll(1)).toBe(SLOTS / 2);
});

it('has slots left for a fourth enterprise, however many the first three take', () => {
  expect([1, 2, 3, 4].map(takeAll)).toEqual([12, 6, 3, 2]);
});

it('balances as responses finish, independent of their order', async () => {
  const held = new Map([1, 2, 3].map((enterprise) => [enterprise, takeAll(enterprise)]));
  for (const enterprise of [1, 2, 3])
    for (let waiting = 0; waiting < 12; waiting++)
      void slots
        .wait(enterprise)
        .then(() => held.set(enterprise, held.get(enterprise)! + 1))
        .catch(() => undefined);
  for (let answers = 0; answers < 8; answers++) {
    const [most] = [...held].sort(([, one], [, other]) => other - one)[0]!;
    held.set(most, held.get(most)! - 1);
    slots.release(most);
    await wait(0);
  }
  const counts = [...held.values()];
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  expect(slots.take(4)).toBe(true);
});

it('refuses requests that wait too long, and sooner if as many wait as can be served', async () => {
  takeAll(1);
  const began = performance.now();
  const waiting = Promise.allSettled(Array.from({ length: SLOTS / 2 }, () => slots.wait(1)));
  await expect(slots.wait(1)).rejects.toThrow(DatabaseUnavailable);
  expect(performance.now() - began).toBeLessThan(1_400);
  expect((await waiting).every(({ status }) => status === 'rejected')).toBe(true);
  expect(performance.now() - began).toBeGreaterThan(1_400);
  expect(slots.queued).toBe(0);
});

it('returns a slot once, and only if it was taken', async () => {
  const one = slots.slotOf(1);
  one.release();
  expect(one.take() && one.take()).toBe(true);
  expect(slots.inUse).toBe(1);
  one.release();
  one.release();
  expect(slots.inUse).toBe(0);

  takeAll(1);
  const other = slots.slotOf(1);
  const waited = other.wait();
  slots.release(1);
  await waited;
  expect(slots.inUse).toBe(SLOTS / 2);
});

describe('yieldAfterChunk', () => {
  const running = (enterprise: number, count: number): DownloadSlot => {
    const own = Array.from({ length: count }, () => slots.slotOf(enterprise));
    expect(own.map((slot) => slot.take())).toEqual(Array(count).fill(true));
    return own[0]!;
  };
  async function pauseOf(slot: DownloadSlot, isClientSlow = false): Promise<number> {
    const began = performance.now();
    await slot.yieldAfterChunk(isClientSlow);
    return performance.now() - began;
  }

  it('does not pause a response while no enterprise has half as many', async () => {
    const [many, few] = [running(1, 9), running(2, 5)];
    void few.yieldAfterChunk(false);
    expect(await pauseOf(many)).toBeLessThan(7);
  });

  it.each([
    [2, 8],
    [8, 128],
  ])('pauses an enterprise with %i times as many for %i ms while the other sends', async (times, ms) => {
    const [many, one] = [running(1, times), running(2, 1)];
    void one.yieldAfterChunk(false);
    expect(await pauseOf(many)).toBeGreaterThan(ms - 1);
  });

  it('does not pause a response while the client of the other is slow', async () => {
    const [many, one] = [running(1, 8), running(2, 1)];
    void one.yieldAfterChunk(true);
    expect(await pauseOf(many)).toBeLessThan(100);
  });

  it('does not pause a response when the other sends nothing', async () => {
    const [many, one] = [running(1, 8), running(2, 1)];
    void one.yieldAfterChunk(false);
    await wait(40);
    expect(await pauseOf(many)).toBeLessThan(100);
    void one.yieldAfterChunk(false);
    one.release();
    expect(await pauseOf(many)).toBeLessThan(100);
  });
});
