/** One promise of docs/reliability.md as a run found it. */
export interface Finding {
  /** The name of the scenario that found it. */
  readonly scenario: string;
  readonly promise: string;
  readonly isKept: boolean;
  readonly verdict: 'kept' | 'BROKEN' | 'UNCLEAR';
  readonly figure: string;
}

/** What the scenarios of a run found, said as soon as it is known. */
export class Findings {
  constructor(
    readonly findings: Finding[] = [],
    private readonly scenario = '',
  ) {}

  hasBroken(scenario: string): boolean {
    return this.findings.some((finding) => finding.scenario === scenario && !finding.isKept);
  }

  /** For a second try. */
  forget(scenario: string): void {
    const others = this.findings.filter((finding) => finding.scenario !== scenario);
    this.findings.splice(0, this.findings.length, ...others);
  }

  found(promise: string, isKept: boolean, figure: string): void {
    this.note(isKept ? 'kept' : 'BROKEN', promise, figure);
  }

  /** For figures that say nothing on some machines: there a bad one is shown, and not held against the service. Slowness excuses milliseconds alone, never what fails. */
  measured(promise: string, isKept: boolean, figure: string, isFit: boolean): void {
    if (isKept || isFit) this.found(promise, isKept, figure);
    else this.note('UNCLEAR', promise, `not shown, the machine is busy with other work, or slow: ${figure}`);
  }

  private note(verdict: Finding['verdict'], promise: string, figure: string): void {
    this.findings.push({ scenario: this.scenario, promise, isKept: verdict !== 'BROKEN', verdict, figure });
    console.log(`  ${verdict.padEnd(7)} ${promise}: ${figure}`);
  }
}

interface Played<Stage extends Findings> {
  readonly name: string;
  readonly run: (stage: Stage) => Promise<void>;
}

/** A scenario that cannot be played is a broken promise. */
export async function play<Stage extends Findings>(scenario: Played<Stage>, stage: Stage): Promise<void> {
  const began = performance.now();
  console.log(`\n${scenario.name}`);
  try {
    await scenario.run(stage);
  } catch (error) {
    stage.found(
      `${scenario.name} can be tried`,
      false,
      error instanceof Error ? (error.stack ?? '') : String(error),
    );
  }
  console.log(`  (${scenario.name}: ${Math.round((performance.now() - began) / 1000)} s)`);
}

/** Says what came of the run. Gives its exit status. */
export function conclude({ findings }: Findings, began: number): number {
  const those = (verdict: Finding['verdict']): number =>
    findings.filter((finding) => finding.verdict === verdict).length;
  const unclear = those('UNCLEAR') > 0 ? `, ${those('UNCLEAR')} not shown` : '';
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`\n${those('kept')} kept, ${those('BROKEN')} broken${unclear}, ${seconds} s`);
  return those('BROKEN') === 0 ? 0 : 1;
}

/** Runs a program of scenarios, which leaves nothing behind when it is interrupted. */
export function runToItsEnd(main: (args: readonly string[]) => Promise<number>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
  main(process.argv.slice(2)).then(
    (status) => process.exit(status),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}
