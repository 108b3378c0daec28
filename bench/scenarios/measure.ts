import { readFileSync, writeFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100; // USER_HZ, 100 on every Linux

export class ProcessMeter {
  private readonly startCpu: number;
  private readonly startMemory: number;

  constructor(private readonly pid: number) {
    // Resets VmHWM
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    this.startCpu = cpuSeconds(pid);
    this.startMemory = statusKilobytes(pid, 'VmRSS');
  }

  get cpuSeconds(): number {
    return cpuSeconds(this.pid) - this.startCpu;
  }

  get peakMegabytes(): number {
    return statusKilobytes(this.pid, 'VmHWM') / 1024;
  }

  get grownMegabytes(): number {
    return this.peakMegabytes - this.startMemory / 1024;
  }
}

function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function statusKilobytes(pid: number, name: string): number {
  const [, value] =
    new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(value);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Alternates between the candidates, so that other load on the machine affects all of them. */
export async function measureInRounds<Candidate, Result>(
  rounds: number,
  candidates: readonly Candidate[],
  measure: (candidate: Candidate) => Promise<Result>,
): Promise<Map<Candidate, Result[]>> {
  const measured = new Map<Candidate, Result[]>(candidates.map((candidate) => [candidate, []]));
  for (const candidate of candidates) await measure(candidate); // Warms up
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? candidates : candidates.toReversed();
    for (const candidate of order) measured.get(candidate)!.push(await measure(candidate));
  }
  return measured;
}

export async function ratiosToFirst<Candidate>(
  ...args: Parameters<typeof measureInRounds<Candidate, number>>
): Promise<Map<Candidate, number>> {
  const measured = await measureInRounds(...args);
  const [first = []] = measured.values();
  const toFirst = (values: readonly number[]): number =>
    median(values.map((value, round) => value / first[round]!));
  return new Map([...measured].map(([candidate, values]) => [candidate, toFirst(values)]));
}
