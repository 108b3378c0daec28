import type { Contender, ContenderName } from '../contenders/contenders.js';
import type { Lab, LoadJob } from '../lab.js';
import { measureInRounds, median, percentile, ProcessMeter } from './measure.js';

/** The results of one contender in one round. A unit is a request or a row. */
export interface Figures {
  readonly unitsPerSecond: number;
  readonly firstByteMs: number;
  readonly p50: number;
  readonly p99: number;
  readonly peakMegabytes: number;
  readonly grownMegabytes: number;
  readonly serverCpu: number;
  readonly databaseCpu: number;
}

export interface Comparison {
  readonly name: string;
  readonly title: string;
  readonly unit: 'requests' | 'rows';
  readonly contenders: readonly ContenderName[];
  readonly database?: OwnDatabase;
  measure(lab: Lab, contender: Contender): Promise<Figures>;
}

export interface OwnDatabase {
  readonly name: string;
  readonly paths: readonly string[];
  make(lab: Lab): Promise<void>;
}

export interface ComparisonResult {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly figures: Readonly<Partial<Record<ContenderName, Figures>>>;
  /** The median of the ratios to the baseline in the same round. */
  readonly ratios: Readonly<Partial<Record<ContenderName, Ratios>>>;
}

export interface Ratios {
  readonly rate: number;
  readonly p99: number;
  readonly serverCpu: number;
}

export async function compare(
  lab: Lab,
  comparison: Comparison,
  running: ReadonlyMap<ContenderName, Contender>,
): Promise<ComparisonResult> {
  const results = await measureInRounds(lab.options.rounds, comparison.contenders, (name) =>
    comparison.measure(lab, running.get(name)!),
  );
  const base = results.get('baseline')!;
  const byContender = <T>(make: (figures: Figures[]) => T): Partial<Record<ContenderName, T>> =>
    Object.fromEntries([...results].map(([name, figures]) => [name, make(figures)]));
  return {
    ...{ name: comparison.name, title: comparison.title, unit: comparison.unit },
    figures: byContender(mediansOf),
    ratios: byContender((figures) => ({
      rate: median(figures.map((round, at) => round.unitsPerSecond / base[at]!.unitsPerSecond)),
      p99: median(figures.map((round, at) => round.p99 / base[at]!.p99)),
      serverCpu: median(figures.map((round, at) => round.serverCpu / base[at]!.serverCpu)),
    })),
  };
}

function mediansOf(figures: readonly Figures[]): Figures {
  const of = (pick: (round: Figures) => number): number => median(figures.map(pick));
  return {
    unitsPerSecond: of((round) => round.unitsPerSecond),
    firstByteMs: of((round) => round.firstByteMs),
    p50: of((round) => round.p50),
    p99: of((round) => round.p99),
    peakMegabytes: Math.max(...figures.map((round) => round.peakMegabytes)),
    grownMegabytes: Math.max(...figures.map((round) => round.grownMegabytes)),
    serverCpu: of((round) => round.serverCpu),
    databaseCpu: of((round) => round.databaseCpu),
  };
}

export async function measureLoad(
  lab: Lab,
  contender: Contender,
  job: Omit<LoadJob, 'port'>,
): Promise<Figures> {
  const server = new ProcessMeter(contender.program.pid);
  const database = new ProcessMeter(lab.server.pid);
  const { rate, requests, ...times } = await lab.load({ ...job, port: contender.port });
  return { unitsPerSecond: rate, ...times, ...costsOf(server, database, requests) };
}

export async function measureDownload(
  lab: Lab,
  contender: Contender,
  path: string,
  { rows, times }: { rows: number; times: number },
): Promise<Figures> {
  const server = new ProcessMeter(contender.program.pid);
  const database = new ProcessMeter(lab.server.pid);
  const results = [];
  for (let time = 0; time < times; time++) {
    results.push(await lab.download({ path, port: contender.port }));
  }
  const durations = results.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    unitsPerSecond: (rows * 1000) / median(durations),
    firstByteMs: median(results.map(({ firstByteMs }) => firstByteMs)),
    p50: median(durations),
    p99: percentile(durations, 0.99),
    ...costsOf(server, database, rows * times),
  };
}

function costsOf(
  server: ProcessMeter,
  database: ProcessMeter,
  units: number,
): Pick<Figures, 'peakMegabytes' | 'grownMegabytes' | 'serverCpu' | 'databaseCpu'> {
  return {
    peakMegabytes: server.peakMegabytes,
    grownMegabytes: server.grownMegabytes,
    serverCpu: (server.cpuSeconds / units) * 1e6,
    databaseCpu: (database.cpuSeconds / units) * 1e6,
  };
}
