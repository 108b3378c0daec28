import { readdirSync, readFileSync } from 'node:fs';

const MOST_SHARE = 0.15;

/** How much of the processors' time went to what is not of this run: figures of a busy machine say little of the service. */
export class OtherWork {
  private readonly all = allTimes();
  private readonly ours = ourTimes();

  /** From 0 to 1, since this was made. */
  get share(): number {
    const all = allTimes();
    const busy = all.busy - this.all.busy - (ourTimes() - this.ours);
    return Math.max(0, busy / (all.all - this.all.all));
  }

  static isLittle(share: number): boolean {
    return share <= MOST_SHARE;
  }

  static named(share: number): string {
    return `${Math.round(share * 100)} % of the processors' time went to other work`;
  }
}

/** In ticks, of all processors together. */
function allTimes(): { readonly busy: number; readonly all: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const times = line.split(/\s+/).slice(1, 9).map(Number);
  const all = times.reduce((sum, time) => sum + time, 0);
  return { busy: all - (times[3] ?? 0) - (times[4] ?? 0), all };
}

/** Of this process, of those that it started, and of those that have ended. */
function ourTimes(): number {
  const me = process.pid;
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(name));
  return processes
    .filter((one) => one !== undefined && (one.pid === me || one.parent === me))
    .reduce((sum, one) => sum + one!.ticks, 0);
}

function timesOf(
  pid: string,
): { readonly pid: number; readonly parent: number; readonly ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the name before them may hold anything; the columns: state, parent, ... own time and that of ended children in the 12th to 15th
    const columns = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = columns.slice(11, 15).reduce((sum, time) => sum + time, 0);
    return { pid: Number(pid), parent: columns[1] ?? 0, ticks };
  } catch {
    return undefined; // it has ended meanwhile
  }
}
