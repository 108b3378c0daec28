import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 1_500;
const MOST_BUSY = 0.3;
/** Half as much again as on the machines that the bounds were found on. */
const MOST_WORK_MS = 40;
const TIMES = 5;

const WORK = JSON.stringify(
  Array.from({ length: 200 }, (_, id) => ({
    id,
    name: `device-${id}`,
    at: new Date(0).toISOString(),
    isOn: id % 2 === 0,
  })),
);

/** Whether the processors are free but for us, who are doing nothing at the moment. */
export async function isMachineQuiet(): Promise<boolean> {
  const before = processors();
  await wait(LOOK_MS);
  const after = processors();
  return 1 - (after.idle - before.idle) / (after.all - before.all) < MOST_BUSY;
}

/** Whether bounds in milliseconds say something about the service here: on a quiet machine that is not much slower than the one they were found on. */
export async function isMachineFit(): Promise<boolean> {
  return (await isMachineQuiet()) && isFast();
}

function isFast(): boolean {
  return Math.min(...Array.from({ length: TIMES }, workMs)) < MOST_WORK_MS;
}

function processors(): { idle: number; all: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const times = line.split(/\s+/).slice(1).map(Number);
  return { idle: (times[3] ?? 0) + (times[4] ?? 0), all: times.reduce((sum, time) => sum + time, 0) };
}

/** What a fixed piece of work of the kind that answers are takes. */
function workMs(): number {
  const began = performance.now();
  for (let at = 0; at < 200; at++) JSON.stringify(JSON.parse(WORK));
  return performance.now() - began;
}
