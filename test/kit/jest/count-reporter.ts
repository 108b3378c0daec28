import { writeFileSync } from 'node:fs';

interface Test {
  fullName: string;
  status: string;
  invocations?: number;
}

interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  numPendingTests: number;
  numTodoTests: number;
}

/** A jest reporter: leaves in the file named by TEST_COUNTS what the last line of `npm test` says. */
export = class CountReporter {
  private readonly secondTries: string[] = [];

  onTestResult(_test: unknown, { testResults }: { testResults: readonly Test[] }): void {
    const retried = testResults.filter(
      ({ status, invocations = 1 }) => status === 'passed' && invocations > 1,
    );
    this.secondTries.push(...retried.map(({ fullName }) => fullName));
  }

  onRunComplete(_contexts: unknown, results: Results): void {
    const counts = {
      passed: results.numPassedTests,
      // a file that does not even load holds no tests that could fail, and must not pass unseen
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      skipped: results.numPendingTests + results.numTodoTests,
      secondTries: this.secondTries,
    };
    writeFileSync(process.env.TEST_COUNTS ?? '', JSON.stringify(counts));
  }
};
