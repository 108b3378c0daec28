import { setTimeout as wait } from 'node:timers/promises';
import { DownloadSlots, type DownloadSlot } from './download-slots.js';
import { DatabaseUnavailable } from '../database/rows/reader.js';

const SLOTS = 24;

let slots: DownloadSlots;

beforeEach(() => {
  slots = new DownloadSlots(SLOTS);
});

function takeAll(enterprise: number): DownloadSlot[] {
  const taken: DownloadSlot[] = [];
  for (let slot = slots.slotOf(enterprise); slots.take(slot); slot = slots.slotOf(enterprise))
    taken.push(slot);
  return taken;
}

it('gives an enterprise half of all slots while it is alone', () => {
  expect(takeAll(1)).toHaveLength(SLOTS / 2);
});

it('has slots left for a fourth enterprise, however many the first three take', () => {
  expect([1, 2, 3, 4].map(takeAll).map(({ length }) => length)).toEqual([12, 6, 3, 2]);
});

it('balances as responses finish, independent of their order', async () => {
  const held = new Map([1, 2, 3].map((enterprise) => [enterprise, takeAll(enterprise)]));
  for (const enterprise of [1, 2, 3])
    for (let waiting = 0; waiting < 12; waiting++) {
      const slot = slots.slotOf(enterprise);
      void slots
        .wait(slot)
        .then(() => held.get(enterprise)!.push(slot))
        .catch(() => undefined);
    }
  for (let answers = 0; answers < 8; answers++) {
    const [most] = [...held.values()].sort((one, other) => other.length - one.length);
    slots.release(most!.pop()!);
    await wait(0);
  }
  const counts = [...held.values()].map(({ length }) => length);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  expect(slots.take(slots.slotOf(4))).toBe(true);
});

it('refuses requests that wait too long, and sooner if as many wait as can be served', async () => {
  takeAll(1);
  const began = performance.now();
  const waiting = Promise.allSettled(Array.from({ length: SLOTS / 2 }, () => slots.wait(slots.slotOf(1))));
  await expect(slots.wait(slots.slotOf(1))).rejects.toThrow(DatabaseUnavailable);
  expect(performance.now() - began).toBeLessThan(1_400);
  expect((await waiting).every(({ status }) => status === 'rejected')).toBe(true);
  expect(performance.now() - began).toBeGreaterThan(1_400);
  expect(slots.queued).toBe(0);
});

it('returns a slot once, and only if it was taken', async () => {
  const one = slots.slotOf(1);
  slots.release(one);
  expect(slots.take(one) && slots.take(one)).toBe(true);
  expect(slots.inUse).toBe(1);
  slots.release(one);
  slots.release(one);
  expect(slots.inUse).toBe(0);

  const [first] = takeAll(1);
  const other = slots.slotOf(1);
  const waited = slots.wait(other);
  slots.release(first!);
  await waited;
  expect(other.isHeld).toBe(true);
  expect(slots.inUse).toBe(SLOTS / 2);
});

describe('yieldAfterChunk', () => {
  const running = (enterprise: number, count: number): DownloadSlot => {
    const own = Array.from({ length: count }, () => slots.slotOf(enterprise));
    expect(own.map((slot) => slots.take(slot))).toEqual(Array(count).fill(true));
    return own[0]!;
  };
  async function pauseOf(slot: DownloadSlot, isClientSlow = false): Promise<number> {
    const began = performance.now();
    await slots.yieldAfterChunk(slot, isClientSlow);
    return performance.now() - began;
  }

  it('does not pause a response while no enterprise has half as many', async () => {
    const many = running(1, 9);
    const few = running(2, 5);
    void slots.yieldAfterChunk(few, false);
    expect(await pauseOf(many)).toBeLessThan(7);
  });

  it.each([
    [2, 8],
    [8, 128],
  ])('pauses an enterprise with %i times as many for %i ms while the other sends', async (times, ms) => {
    const many = running(1, times);
    const one = running(2, 1);
    void slots.yieldAfterChunk(one, false);
    expect(await pauseOf(many)).toBeGreaterThan(ms - 1);
  });

  it('does not pause a response while the client of the other is slow', async () => {
    const many = running(1, 8);
    const one = running(2, 1);
    void slots.yieldAfterChunk(one, true);
    expect(await pauseOf(many)).toBeLessThan(100);
  });

  it('does not pause a response when the other sends nothing', async () => {
    const many = running(1, 8);
    const one = running(2, 1);
    void slots.yieldAfterChunk(one, false);
    await wait(40);
    expect(await pauseOf(many)).toBeLessThan(100);
    void slots.yieldAfterChunk(one, false);
    slots.release(one);
    expect(await pauseOf(many)).toBeLessThan(100);
  });
});
