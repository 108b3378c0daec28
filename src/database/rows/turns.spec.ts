import { setTimeout as wait } from 'node:timers/promises';
import { LongAnswerSlots, type LongAnswerSlot } from './long-answer-slots.js';

let slots: LongAnswerSlots;

beforeEach(() => {
  slots = new LongAnswerSlots(24);
});

function running(enterprise: number): LongAnswerSlot {
  const slot = slots.slotOf(enterprise);
  if (!slot.take()) throw new Error('There is no slot');
  return slot;
}

it('has nobody wait where all have about as many', () => {
  const answers = [running(1), running(1), running(1), running(2), running(2)];
  expect(answers.map((answer) => answer.turn())).toEqual(answers.map(() => undefined));
});

it.each([2, 3, 5])('has an enterprise with %i times as many let so many pieces go first', async (times) => {
  const [many] = Array.from({ length: times }, () => running(1));
  const few = running(2);
  let isNext = false;
  const turn = many?.turn()?.then(() => (isNext = true));
  for (let at = 1; at < times; at++) expect(few.turn()).toBeUndefined();
  await Promise.resolve();
  expect(isNext).toBe(false);
  expect(few.turn()).toBeUndefined();
  await turn;
  expect(isNext).toBe(true);
});

it('waits neither for an answer whose client holds it up, nor for one that is over', () => {
  const [many, , few] = [running(1), running(1), running(2)];
  few.isHeldUp = true;
  expect(many.turn()).toBeUndefined();
  few.isHeldUp = false;
  expect(many.turn()).toBeDefined();
  few.giveBack();
  expect(many.turn()).toBeUndefined();
});

it('goes on all the same when nothing comes of it', async () => {
  const [many, other] = [running(1), running(1)];
  running(2);
  await Promise.all([many.turn(), other.turn()]);
  const began = performance.now();
  await Promise.all([many.turn(), other.turn()]);
  expect(performance.now() - began).toBeLessThan(1_000);
});

it('holds nobody up after the end of what they let go first', async () => {
  const [many, , few] = [running(1), running(1), running(2)];
  const turn = many.turn();
  few.giveBack();
  await turn;
  await wait(5);
  expect(many.turn()).toBeUndefined();
});
