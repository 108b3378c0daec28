import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 1_500;
const MOST_BUSY = 0.3;

/** Whether the processors are free but for us, who are doing nothing at the moment. */
export async function isMachineQuiet(): Promise<boolean> {
  const before = processors();
  await wait(LOOK_MS);
  const after = processors();
  return 1 - (after.idle - before.idle) / (after.all - before.all) < MOST_BUSY;
}

function processors(): { idle: number; all: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const times = line.split(/\s+/).slice(1).map(Number);
  return { idle: (times[3] ?? 0) + (times[4] ?? 0), all: times.reduce((sum, time) => sum + time, 0) };
}
