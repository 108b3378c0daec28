import { CallsOfKey, GatheredCalls, type Call, type CalledWith } from './gathered-calls.js';

const aKey = (n: number): CalledWith => ({ enterpriseKey: 1, apiKeyId: `key-${n}` });
const unknown = (n: number): CalledWith => ({ hashes: [`hash-${n}`, `older-${n}`] });
const ENDED = { at: 3_600_000, status: 404, code: 'not_found' };
const call = (id: number) => (): Call => ({
  calledAt: 0,
  id: String(id),
  requestId: '',
  method: 'GET',
  route: '',
  status: 404,
  code: 'not_found',
  network: '',
  milliseconds: 0,
});
const numbers = (length: number): number[] => Array.from({ length }, (_none, at) => at);
const sizes = (gathered: GatheredCalls) => {
  const { taken, passedOver } = gathered.take();
  return {
    keys: taken.length,
    kept: taken.reduce((sum, { calls }) => sum + calls.length, 0),
    counted: taken.reduce(
      (sum, { counts }) => sum + [...counts.values()].reduce((all, { calls }) => all + calls, 0),
      0,
    ),
    passedOver,
  };
};

let gathered: GatheredCalls;
beforeEach(() => (gathered = new GatheredCalls()));

it('keeps the last 200 calls of a key and counts all', () => {
  for (const n of numbers(1_000)) gathered.add(aKey(1), ENDED, call(n));
  const [{ calls, counts } = new CallsOfKey(aKey(1))] = gathered.take().taken;
  expect(calls.map(({ id }) => id)).toEqual(numbers(200).map((n) => String(n + 800)));
  expect([...counts.values()]).toEqual([{ hour: 3_600_000, status: 404, code: 'not_found', calls: 1_000 }]);
});

it('keeps 2,000 of all keys and counts all', () => {
  for (const n of numbers(3_000)) gathered.add(aKey(n), ENDED, call(n));
  expect(sizes(gathered)).toEqual({ keys: 3_000, kept: 2_000, counted: 3_000, passedOver: 1_000 });
});

it('remembers 200 keys that may be nobody\u2019s, beside those that are somebody\u2019s', () => {
  for (const n of numbers(1_000)) gathered.add(unknown(n), ENDED, call(n));
  gathered.add(aKey(1), ENDED, call(1));
  gathered.add(unknown(1), ENDED, call(1));
  expect(sizes(gathered)).toEqual({ keys: 201, kept: 202, counted: 202, passedOver: 800 });
});

it('is within the same bounds when nothing can be written for long, and loses no count', () => {
  for (const round of numbers(5)) {
    const { taken } = gathered.take();
    for (const n of numbers(1_500)) gathered.add(aKey(n % 10), ENDED, call(n + round));
    gathered.putBack(taken);
  }
  expect(sizes(gathered)).toEqual({ keys: 10, kept: 2_000, counted: 7_500, passedOver: 0 });
  const { taken } = gathered.take();
  expect(taken).toEqual([]);
});

it('has what was put back in front of what came since', () => {
  gathered.add(aKey(1), ENDED, call(1));
  const { taken } = gathered.take();
  gathered.add(aKey(1), ENDED, call(2));
  gathered.putBack(taken);
  expect(gathered.take().taken[0]?.calls.map(({ id }) => id)).toEqual(['1', '2']);
});
