import { setTimeout as wait } from 'node:timers/promises';
import { createLogger, RepeatedWarnings } from './logger.js';

const WINDOW_MS = 50;
const windowEnds = () => wait(2 * WINDOW_MS);

describe('RepeatedWarnings', () => {
  let lines: Record<string, unknown>[];
  let warnings: RepeatedWarnings;

  beforeEach(() => {
    const own: typeof lines = []; // the windows of earlier tests may still end
    lines = own;
    const write = (line: string): void => void own.push(JSON.parse(line) as Record<string, unknown>);
    warnings = new RepeatedWarnings(createLogger('info', { write }), WINDOW_MS);
  });

  const fail = (reason: string, times: number): void => {
    for (let at = 0; at < times; at++) warnings.warn(reason, { err: new Error('lost'), at }, 'unavailable');
  };

  it('logs the first of a reason with its stack, and the number of the others when the time is over', async () => {
    fail('database_trouble', 1_000);
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'unavailable',
        reason: 'database_trouble',
        at: 0,
        err: expect.objectContaining({ stack: expect.any(Array) as unknown }) as unknown,
      }),
    ]);
    await windowEnds();
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({
      level: 'warn',
      msg: 'unavailable; repeated',
      reason: 'database_trouble',
      count: 999,
      seconds: 0.05,
    });
    expect(lines[1]).not.toHaveProperty('err');
  });

  it('logs each reason on its own', () => {
    fail('database_trouble', 2);
    fail('node_unfit', 2);
    expect(lines.map(({ reason }) => reason)).toEqual(['database_trouble', 'node_unfit']);
  });

  it('logs the stack again later, and no number if nothing was repeated', async () => {
    fail('database_trouble', 1);
    await windowEnds();
    fail('database_trouble', 1);
    await windowEnds();
    expect(lines.map(({ msg }) => msg)).toEqual(['unavailable', 'unavailable']);
  });
});
