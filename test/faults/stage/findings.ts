import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(__dirname, '../../../../docs/operations/reliability.md');
const HEADER = ['| Guarantee | Scenario | Last measured |', '| --- | --- | --- |'];
const MAX_OTHER_WORK = 0.15;

interface Finding {
  readonly scenario: string;
  readonly guarantee: string;
  readonly verdict: 'kept' | 'BROKEN' | 'UNCLEAR';
  readonly figure: string;
}

export interface Scenario<Stage> {
  readonly name: string;
  readonly run: (stage: Stage) => Promise<void>;
}

export class Findings {
  private findings: Finding[] = [];
  private scenario = '';
  private otherWork = new OtherWork();

  /** Runs scenarios. With CI set, one that breaks a guarantee gets a second try. Returns the exit status. */
  async runAll(scenarios: readonly Scenario<this>[]): Promise<number> {
    const began = performance.now();
    for (const scenario of scenarios) await this.run(scenario);
    const isBroken = ({ name }: Scenario<this>): boolean =>
      this.findings.some(({ scenario, verdict }) => scenario === name && verdict === 'BROKEN');
    const retried = process.env.CI ? scenarios.filter(isBroken) : [];
    for (const scenario of retried) {
      this.findings = this.findings.filter((finding) => finding.scenario !== scenario.name);
      await this.run(scenario);
    }
    if (process.env.CI)
      console.log(`\nRun a second time: ${retried.map(({ name }) => name).join(', ') || 'none'}`);
    const [kept, broken, unclear] = (['kept', 'BROKEN', 'UNCLEAR'] as const).map(
      (expected) => this.findings.filter(({ verdict }) => verdict === expected).length,
    );
    console.log(`\n${kept} kept, ${broken} broken, ${unclear} not shown, ${secondsSince(began)} s`);
    return broken === 0 ? 0 : 1;
  }

  record(guarantee: string, isKept: boolean, figure: string): void {
    this.report(isKept ? 'kept' : 'BROKEN', guarantee, figure);
  }

  /** Reports a guarantee that needs an idle machine: other users' CPU time can make it unclear. */
  recordOnIdleMachine(guarantee: string, isKept: boolean, figure: string): void {
    const { share } = this.otherWork;
    if (isKept || share <= MAX_OTHER_WORK) this.record(guarantee, isKept, figure);
    else {
      const percent = Math.round(share * 100);
      this.report('UNCLEAR', guarantee, `not shown, ${percent} % of the CPU time was not ours: ${figure}`);
    }
  }

  /** Reports a guarantee in milliseconds, which a slow machine can make unclear too. */
  recordTiming(guarantee: string, isKept: boolean, figure: string): void {
    if (isKept || !isMachineSlow()) this.recordOnIdleMachine(guarantee, isKept, figure);
    else this.report('UNCLEAR', guarantee, `not shown, the machine is slow: ${figure}`);
  }

  /** Writes the findings into a table of the page. The rows of other scenarios stay. */
  writePage(table: string): void {
    const page = readFileSync(PAGE, 'utf8');
    const marker = `<!-- ${table}: begin -->`;
    const begin = page.indexOf(marker) + marker.length;
    const end = page.indexOf(`<!-- ${table}: end -->`);
    const names = new Set(this.findings.map(({ scenario }) => scenario));
    const old = page.slice(begin, end).split('\n');
    const kept = old.filter(
      (line) => line.startsWith('| ') && !HEADER.includes(line) && !names.has(line.split(' | ')[1]!),
    );
    const rows = this.findings.map(({ guarantee, scenario, figure, verdict }) => {
      const text = figure.replaceAll('\n', ' ').replaceAll('|', '\\|');
      return `| ${guarantee} | ${scenario} | ${verdict === 'BROKEN' ? '**not kept**: ' : ''}${text} |`;
    });
    const lines = [...HEADER, ...kept, ...rows].join('\n');
    writeFileSync(PAGE, `${page.slice(0, begin)}\n\n${lines}\n\n${page.slice(end)}`);
  }

  protected async run({ name, run }: Scenario<this>): Promise<void> {
    const began = performance.now();
    this.scenario = name;
    this.otherWork = new OtherWork();
    console.log(`\n${name}`);
    try {
      await run(this);
    } catch (error) {
      this.record(`${name} can run`, false, error instanceof Error ? (error.stack ?? '') : String(error));
    }
    console.log(`  (${name}: ${secondsSince(began)} s)`);
  }

  private report(verdict: Finding['verdict'], guarantee: string, figure: string): void {
    this.findings.push({ scenario: this.scenario, guarantee, verdict, figure });
    console.log(`  ${verdict.padEnd(7)} ${guarantee}: ${figure}`);
  }
}

const secondsSince = (began: number): number => Math.round((performance.now() - began) / 1000);

export function chooseScenarios<Named extends { name: string }>(
  scenarios: readonly Named[],
  args: readonly string[],
) {
  const patterns = args.filter((arg) => !arg.startsWith('--'));
  if (patterns.length === 0) return scenarios;
  const chosen = scenarios.filter(({ name }) => patterns.some((pattern) => name.includes(pattern)));
  if (chosen.length === 0) throw new Error(`No scenario is called ${patterns.join(' or ')}`);
  return chosen;
}

export function runProgram(main: (args: readonly string[]) => Promise<number>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
  main(process.argv.slice(2)).then(
    (status) => process.exit(status),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}

/** Equals 1.5 times the time on the machines that the bounds come from. */
const SLOW_MS = 40;
const TRIES = 5;

const WORK = JSON.stringify(
  Array.from({ length: 200 }, (_, id) => ({ id, name: `device-${id}`, at: new Date(0), isOn: id % 2 === 0 })),
);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

class OtherWork {
  private readonly before = { ...machineTicks(), ours: ticksOf(process.pid) };

  get share(): number {
    const { all, busy } = machineTicks();
    const others = busy - this.before.busy - (ticksOf(process.pid) - this.before.ours);
    return Math.max(0, others / (all - this.before.all));
  }
}

function isMachineSlow(): boolean {
  return Math.min(...Array.from({ length: TRIES }, workMs)) > SLOW_MS;
}

function machineTicks(): { readonly all: number; readonly busy: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const times = line.split(/\s+/).slice(1, 9).map(Number);
  const all = sum(times);
  return { all, busy: all - (times[3] ?? 0) - (times[4] ?? 0) };
}

/** Returns the CPU time of a process and its descendants, including those that have ended. */
function ticksOf(pid: number): number {
  try {
    // The name in front of the columns can contain any character
    const [, columns = ''] = /^.*\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const ownTicks = sum(columns.split(' ').slice(11, 15).map(Number));
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
    return ownTicks + sum(children.map((child) => ticksOf(Number(child))));
  } catch {
    return 0;
  }
}

function workMs(): number {
  const began = performance.now();
  for (let at = 0; at < 200; at++) JSON.stringify(JSON.parse(WORK));
  return performance.now() - began;
}
