import type { DatabaseServer } from '../../kit/database/database-server.js';

/** One promise of docs/reliability.md as a run found it. */
export interface Finding {
  /** The name of the scenario that found it. */
  readonly scenario: string;
  readonly promise: string;
  readonly isKept: boolean;
  readonly figure: string;
}

/** What scenarios share: the database server and the list of what they found. */
export class Stage {
  constructor(
    readonly isShort: boolean,
    readonly server: DatabaseServer,
    /** Of the database with the fixtures. */
    readonly databaseUrl: string,
    readonly findings: Finding[] = [],
    private readonly scenario = '',
  ) {}

  /** The same stage for one scenario; some play at the same time. */
  for(scenario: string): Stage {
    return new Stage(this.isShort, this.server, this.databaseUrl, this.findings, scenario);
  }

  hasBroken(scenario: string): boolean {
    return this.findings.some((finding) => finding.scenario === scenario && !finding.isKept);
  }

  /** For a second try. */
  forget(scenario: string): void {
    const others = this.findings.filter((finding) => finding.scenario !== scenario);
    this.findings.splice(0, this.findings.length, ...others);
  }

  found(promise: string, isKept: boolean, figure: string): void {
    this.note(isKept ? 'kept' : 'BROKEN', promise, isKept, figure);
  }

  /** For figures that say nothing where other work takes the processors away: there a bad one is shown, and not held against the service. */
  measured(promise: string, isKept: boolean, figure: string, isQuiet: boolean): void {
    if (isKept || isQuiet) this.found(promise, isKept, figure);
    else this.note('UNCLEAR', promise, true, `not shown, the machine was busy with other work: ${figure}`);
  }

  private note(verdict: string, promise: string, isKept: boolean, figure: string): void {
    this.findings.push({ scenario: this.scenario, promise, isKept, figure });
    console.log(`  ${verdict.padEnd(7)} ${promise}: ${figure}`);
  }
}

export interface Scenario {
  readonly name: string;
  readonly isOnlyFull?: boolean;
  readonly run: (stage: Stage) => Promise<void>;
}

/** The value below which `share` of all lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);
export const ms = (value: number): string => `${Math.round(value).toLocaleString('en')} ms`;
export const count = (value: number): string => Math.round(value).toLocaleString('en');
