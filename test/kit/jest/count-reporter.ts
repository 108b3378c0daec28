import { writeFileSync } from 'node:fs';
import type { FileCounts } from './file-counts.js';

interface Test {
  path: string;
  context: { config: { displayName?: { name: string } } };
}

interface Result {
  testExecError?: unknown;
  testResults: readonly { fullName: string; status: string; invocations?: number }[];
}

/** A jest reporter: leaves in the file named by TEST_COUNTS how every file went. */
export = class CountReporter {
  private readonly files: FileCounts[] = [];

  onTestResult({ path, context }: Test, { testExecError, testResults }: Result): void {
    const titles = (isOne: (test: Result['testResults'][number]) => boolean) =>
      testResults.filter(isOne).map(({ fullName }) => fullName);
    const failed = titles(({ status }) => status === 'failed');
    this.files.push({
      project: context.config.displayName?.name ?? '',
      path,
      passed: titles(({ status }) => status === 'passed').length,
      // a file that does not even load holds no tests that could fail, and must not pass unseen
      failed: testExecError && failed.length === 0 ? [path] : failed,
      skipped: titles(({ status }) => status !== 'passed' && status !== 'failed').length,
      secondTries: titles(({ status, invocations = 1 }) => status === 'passed' && invocations > 1),
    });
  }

  onRunComplete(): void {
    writeFileSync(process.env.TEST_COUNTS ?? '', JSON.stringify(this.files));
  }
};
