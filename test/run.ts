/** `npm test`: finds the databases, runs jest on them, and says at the very end what ran and how it went. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteDriver } from '../src/database/sqlite/sqlite-driver.js';
import { browserOfRun } from './kit/browser/browser.js';
import { serverFor } from './kit/database/servers.js';
import { sweepDatabases, sweepFolders } from './kit/database/throwaway.js';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The titles of those that passed only when they were tried again (kit/jest/second-try.ts). */
  secondTries: readonly string[];
}

/** Every test file loads all modules anew: with the usual room most of them are moved twice before they are garbage. */
const ROOM_FOR_MODULES = '--max-semi-space-size=64';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const COUNT_REPORTER = join(__dirname, 'kit/jest/count-reporter.js');
const exitCodeOf = (signal: NodeJS.Signals) => 128 + constants.signals[signal];

/** Runs jest with the arguments of `npm test -- ...`. A signal ends jest first, so that the server goes after it. */
function runJest(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const jest = spawn(process.execPath, [ROOM_FOR_MODULES, require.resolve('jest/bin/jest'), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  for (const signal of SIGNALS) {
    process.removeAllListeners(signal);
    process.on(signal, () => jest.kill(signal));
  }
  return new Promise((resolve, reject) => {
    jest.on('error', reject);
    jest.on('exit', (code, signal) => {
      resolve(signal ? exitCodeOf(signal) : (code ?? 1));
    });
  });
}

function report(counts: Counts, server: string, browser: string): void {
  const [sqlite] = new (sqliteDriver())(':memory:').prepare('SELECT sqlite_version() AS version').all() as [
    { version: string },
  ];
  const { passed, failed, skipped, secondTries } = counts;
  console.log(`Engines: SQLite ${sqlite.version} (embedded), ${server}`);
  console.log(`Browser: ${browser}`);
  console.log(
    `Passed at a second try: ${secondTries.length}${secondTries.map((title) => `\n  ${title}`).join('')}`,
  );
  console.log(`${passed} passed, ${failed} failed` + (skipped ? `, ${skipped} skipped` : ''));
}

async function main(): Promise<number> {
  // What the tests write to the temporary folder lands in this one and goes with it
  const folder = mkdtempSync(join(tmpdir(), 'cda-test-'));
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  for (const signal of SIGNALS) process.on(signal, () => process.exit(exitCodeOf(signal)));
  sweepFolders();

  const browser = browserOfRun();
  const server = await serverFor(process.env);
  try {
    if (server.url) await sweepDatabases(server.url);
    const countsFile = join(folder, 'counts.json');
    const status = await runJest(
      // last: jest takes every word that follows for one more reporter
      [...process.argv.slice(2), '--reporters=default', `--reporters=${COUNT_REPORTER}`],
      {
        TMPDIR: folder,
        TEST_COUNTS: countsFile,
        TEST_MYSQL_URL: server.url ?? '',
        CHROMIUM: browser.path ?? '',
      },
    );
    if (status > 128) return status; // stopped by a signal: there is nothing to count

    const counts: Counts = existsSync(countsFile)
      ? (JSON.parse(readFileSync(countsFile, 'utf8')) as Counts)
      : { passed: 0, failed: 0, skipped: 0, secondTries: [] };
    report(counts, server.title, browser.title);
    return counts.passed + counts.failed === 0 ? 1 : status;
  } finally {
    await server.stop();
  }
}

main().then(
  (status) => process.exit(status),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
