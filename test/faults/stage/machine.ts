import { readFileSync } from 'node:fs';

/** Half as much again as on the machines that the bounds were found on. */
const SLOW_MS = 40;
const TRIES = 5;

const WORK = JSON.stringify(
  Array.from({ length: 200 }, (_none, id) => ({
    id,
    name: `device-${id}`,
    at: new Date(0),
    isOn: id % 2 === 0,
  })),
);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Measures the share of the CPU time that processes of other users of the machine take. */
export class OtherWork {
  private readonly before = { ...machineTicks(), ours: ticksOf(process.pid) };

  /** Returns a number from 0 to 1, for the time since the object was made. */
  get share(): number {
    const { all, busy } = machineTicks();
    const others = busy - this.before.busy - (ticksOf(process.pid) - this.before.ours);
    return Math.max(0, others / (all - this.before.all));
  }
}

/** Returns whether bounds in milliseconds are too strict for the machine. */
export function isMachineSlow(): boolean {
  return Math.min(...Array.from({ length: TRIES }, workMs)) > SLOW_MS;
}

function machineTicks(): { readonly all: number; readonly busy: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const times = line.split(/\s+/).slice(1, 9).map(Number);
  const all = sum(times);
  return { all, busy: all - (times[3] ?? 0) - (times[4] ?? 0) };
}

/** Returns the CPU time of a process, of its children and of their children, also of those that have ended. */
function ticksOf(pid: number): number {
  try {
    // The name in front of the columns can contain anything
    const [, columns = ''] = /^.*\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const own = sum(columns.split(' ').slice(11, 15).map(Number));
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
    return own + sum(children.map((child) => ticksOf(Number(child))));
  } catch {
    return 0; // The process has ended
  }
}

/** Measures a fixed piece of the kind of work that responses need. */
function workMs(): number {
  const began = performance.now();
  for (let at = 0; at < 200; at++) JSON.stringify(JSON.parse(WORK));
  return performance.now() - began;
}
