/** How one file went on one project (an engine, the units or the browser). */
export interface FileCounts {
  project: string;
  path: string;
  passed: number;
  failed: readonly string[];
  skipped: number;
  /** The titles of those that passed only when they were tried again (second-try.ts). */
  secondTries: readonly string[];
}
