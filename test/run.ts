/** `npm test`: finds the databases, runs jest on them, and says at the very end what ran and how it went. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteDriver } from '../src/database/sqlite/sqlite-driver.js';
import { browserOfRun } from './kit/browser/browser.js';
import { serverFor } from './kit/database/servers.js';
import { sweepDatabases, sweepFolders } from './kit/database/throwaway.js';
import type { FileCounts } from './kit/jest/file-counts.js';

/** More files than these do not fail for a moment. */
const MOST_TRIED_AGAIN = 20;
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

/** Runs jest and reads how every file went. Where it was stopped by a signal, there is nothing to read. */
async function runFiles(args: string[], env: NodeJS.ProcessEnv, countsFile: string) {
  rmSync(countsFile, { force: true });
  // reporters last: jest takes every word that follows for one more
  const reporters = ['--reporters=default', `--reporters=${COUNT_REPORTER}`];
  const status = await runJest([...args, ...reporters], { ...env, TEST_COUNTS: countsFile });
  const files = existsSync(countsFile) ? (JSON.parse(readFileSync(countsFile, 'utf8')) as FileCounts[]) : [];
  return { status, files };
}

/** What failed, by itself once more and with nothing beside it: what a busy machine broke is told from what is broken. */
async function tryFailedAgain(files: readonly FileCounts[], env: NodeJS.ProcessEnv, countsFile: string) {
  const failed = files.filter((file) => file.failed.length > 0);
  if (failed.length === 0 || failed.length > MOST_TRIED_AGAIN) return undefined;
  const projects = new Set(failed.map(({ project }) => project));
  const paths = new Set(failed.map(({ path }) => path));
  const args = ['--runInBand', '--runTestsByPath', ...paths, '--selectProjects', ...projects];
  const again = await runFiles(args, env, countsFile);
  const merged = files.map((file) => {
    const second = again.files.find(({ project, path }) => project === file.project && path === file.path);
    if (!second || file.failed.length === 0) return file;
    const passedNow = file.failed.filter((title) => !second.failed.includes(title));
    return { ...second, secondTries: [...new Set([...second.secondTries, ...passedNow])] };
  });
  return { status: again.status, files: merged };
}

function report(files: readonly FileCounts[], server: string, browser: string): number {
  const [sqlite] = new (sqliteDriver())(':memory:').prepare('SELECT sqlite_version() AS version').all() as [
    { version: string },
  ];
  const sum = (countOf: (file: FileCounts) => number) => files.reduce((all, file) => all + countOf(file), 0);
  const passed = sum((file) => file.passed);
  const failed = sum((file) => file.failed.length);
  const skipped = sum((file) => file.skipped);
  const secondTries = files.flatMap((file) => file.secondTries);
  console.log(`Engines: SQLite ${sqlite.version} (embedded), ${server}`);
  console.log(`Browser: ${browser}`);
  console.log(
    `Passed at a second try: ${secondTries.length}${secondTries.map((title) => `\n  ${title}`).join('')}`,
  );
  console.log(`${passed} passed, ${failed} failed` + (skipped ? `, ${skipped} skipped` : ''));
  return passed + failed;
}

async function main(): Promise<number> {
  // What the tests write to the temporary folder lands in this one and goes with it
  const folder = mkdtempSync(join(tmpdir(), 'cda-test-'));
  chmodSync(folder, 0o711); // servers that may not run as root have their data in it
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
    const env = { TMPDIR: folder, TEST_MYSQL_URL: server.url ?? '', CHROMIUM: browser.path ?? '' };
    let run = await runFiles(process.argv.slice(2), env, countsFile);
    if (process.env.CI && run.status === 1) run = (await tryFailedAgain(run.files, env, countsFile)) ?? run;
    if (run.status > 128) return run.status;
    return report(run.files, server.title, browser.title) === 0 ? 1 : run.status;
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
