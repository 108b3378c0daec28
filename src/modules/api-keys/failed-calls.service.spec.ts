import type { Config } from '../../config/config.js';
import {
  FailedCallsService,
  type Call,
  type CalledWith,
  type GatheredCalls,
} from './failed-calls.service.js';

const aKey = (n: number): CalledWith => ({ enterpriseKey: 1, apiKeyId: `key-${n}` });
const unknown = (n: number): CalledWith => ({ hashes: [`hash-${n}`, `older-${n}`] });
const OUTCOME = { calledAt: 3_600_000, status: 404, code: 'not_found' };
const call = (id: number): Call => ({
  ...OUTCOME,
  id: String(id),
  requestId: '',
  method: 'GET',
  route: '',
  network: '',
  milliseconds: 0,
  refusedParameters: '[]',
  detail: '',
});
const numbers = (length: number): number[] => Array.from({ length }, (_none, at) => at);

let stored: GatheredCalls[];
let isAvailable: boolean;
let warnings: unknown[];
let recorder: FailedCallsService;

class TestRecorder extends FailedCallsService {
  protected override store(_manager: unknown, gathered: readonly GatheredCalls[]): Promise<void> {
    if (!isAvailable) return Promise.reject(new Error('unavailable'));
    stored.push(...gathered);
    return Promise.resolve();
  }
}

beforeEach(() => {
  [stored, isAvailable, warnings] = [[], true, []];
  const transactions = { run: (work: () => Promise<void>) => work() };
  const logger = { warn: (fields: unknown) => warnings.push(fields) };
  recorder = new TestRecorder({ keyPepper: 'pepper' } as Config, {} as never, {} as never);
  Object.assign(recorder, { transactions, logger });
});

async function totals() {
  await recorder.write();
  const sum = (numbersOf: (calls: GatheredCalls) => number) =>
    stored.reduce((total, calls) => total + numbersOf(calls), 0);
  return {
    keys: stored.length,
    kept: sum(({ failed }) => failed.length),
    counted: sum(({ count }) => count.calls),
    skipped: warnings,
  };
}

it('keeps the last 200 calls of a key and counts all', async () => {
  for (const n of numbers(3_000)) recorder.add(aKey(1), OUTCOME, call(n));
  expect(await totals()).toEqual({ keys: 1, kept: 200, counted: 3_000, skipped: [] });
  expect(stored[0]?.failed.map(({ id }) => id)).toEqual(numbers(200).map((n) => String(n + 2_800)));
  expect(stored[0]?.count).toEqual({ hour: 3_600_000, status: 404, code: 'not_found', calls: 3_000 });
});

it('keeps 2,000 calls of all keys and counts all', async () => {
  for (const n of numbers(3_000)) recorder.add(aKey(n), OUTCOME, call(n));
  expect(await totals()).toEqual({ keys: 3_000, kept: 2_000, counted: 3_000, skipped: [{ calls: 1_000 }] });
});

it('keeps 200 unknown keys, in addition to the existing ones', async () => {
  for (const n of numbers(1_000)) recorder.add(unknown(n), OUTCOME, call(n));
  recorder.add(aKey(1), OUTCOME, call(1));
  recorder.add(unknown(1), OUTCOME, call(1));
  expect(await totals()).toEqual({ keys: 201, kept: 202, counted: 202, skipped: [{ calls: 800 }] });
});

it('keeps the same numbers while the database is down, and loses no count', async () => {
  isAvailable = false;
  for (const round of numbers(5)) {
    for (const n of numbers(1_500)) recorder.add(aKey(n % 10), OUTCOME, call(n + round));
    await recorder.write();
  }
  isAvailable = true;
  warnings = [];
  expect(await totals()).toEqual({ keys: 10, kept: 2_000, counted: 7_500, skipped: [] });
});

it('writes failed batches before newer ones', async () => {
  isAvailable = false;
  recorder.add(aKey(1), OUTCOME, call(1));
  const failing = recorder.write();
  recorder.add(aKey(1), OUTCOME, call(2));
  await failing;
  isAvailable = true;
  await recorder.write();
  expect(stored[0]?.failed.map(({ id }) => id)).toEqual(['1', '2']);
});
