import type { DatabaseServer } from '../../kit/database/database-server.js';
import { Findings, type Finding } from './findings/findings.js';

/** What scenarios share: the database server and the list of what they found. */
export class Stage extends Findings {
  constructor(
    readonly isShort: boolean,
    readonly server: DatabaseServer,
    /** Of the database with the fixtures. */
    readonly databaseUrl: string,
    findings: Finding[] = [],
    scenario = '',
  ) {
    super(findings, scenario);
  }

  /** The same stage for one scenario; some play at the same time. */
  for(scenario: string): Stage {
    return new Stage(this.isShort, this.server, this.databaseUrl, this.findings, scenario);
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
