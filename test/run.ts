import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteDriver } from '../src/database/sqlite/sqlite-driver.js';
import { browserOfRun } from './kit/browser/browser.js';
import { createTemplates } from './kit/database/engines.js';
import { serverFor } from './kit/database/servers.js';
import { sweepDatabases } from './kit/database/throwaway.js';

/** If more files fail, the failure is not temporary, and there is no second run. */
const MAX_TRIED_AGAIN = 20;
/** Every test file loads all modules again: with a small semi-space, V8 would copy most of them twice. */
const ROOM_FOR_MODULES = '--max-semi-space-size=64';
const MEMORY = '/dev/shm';
const ROOM_FOR_FILES = 4 * 2 ** 30;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const exitCodeOf = (signal: NodeJS.Signals) => 128 + constants.signals[signal];

/** Sends a signal to jest first, so that the database server stops after it. */
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

interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly invocations?: number;
  }[];
}

/** Returns no files if a signal stopped jest. */
async function runFiles(args: string[], env: NodeJS.ProcessEnv, resultsFile: string) {
  rmSync(resultsFile, { force: true });
  const status = await runJest([...args, '--json', `--outputFile=${resultsFile}`], env);
  if (!existsSync(resultsFile)) return { status, files: [] };
  const { testResults: files } = JSON.parse(readFileSync(resultsFile, 'utf8')) as {
    testResults: FileResult[];
  };
  return { status, files };
}

/** Returns the file name if the file fails to load, because no test fails in it. */
function failedIn({ name, status, assertionResults }: FileResult): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  return status === 'failed' && failed.length === 0 ? [name] : failed.map(({ fullName }) => fullName);
}

/** Runs failed files again without parallel tests, to separate a busy machine from a defect. */
async function tryFailedAgain(files: readonly FileResult[], env: NodeJS.ProcessEnv, resultsFile: string) {
  const failed = files.filter(({ status }) => status === 'failed');
  const paths = new Set(failed.map(({ name }) => name));
  if (paths.size === 0 || paths.size > MAX_TRIED_AGAIN) return undefined;
  const again = await runFiles(['--runInBand', '--runTestsByPath', ...paths], env, resultsFile);
  const stillFailed = new Set(again.files.flatMap(failedIn));
  return {
    status: again.status,
    files: [...files.filter(({ name }) => !paths.has(name)), ...again.files],
    passedNow: failed.flatMap(failedIn).filter((title) => !stillFailed.has(title)),
  };
}

function report(files: readonly FileResult[], passedNow: string[], server: string, browser: string): number {
  const [sqlite] = new (sqliteDriver())(':memory:').prepare('SELECT sqlite_version() AS version').all() as [
    { version: string },
  ];
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed');
  const failed = files.flatMap(failedIn);
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  const retried = passed.filter(({ invocations = 1 }) => invocations > 1).map(({ fullName }) => fullName);
  const secondTries = [...new Set([...retried, ...passedNow])];
  console.log(`Engines: SQLite ${sqlite.version} (embedded), ${server}`);
  console.log(`Browser: ${browser}`);
  console.log(
    `Passed at a second try: ${secondTries.length}${secondTries.map((title) => `\n  ${title}`).join('')}`,
  );
  console.log(
    `${passed.length} passed, ${failed.length} failed` +
      (skipped.length > 0 ? `, ${skipped.length} skipped` : ''),
  );
  return passed.length + failed.length;
}

/** Prefers memory with more than 4 GiB free, in which databases are created four times as fast as on a disk. */
function parentFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM_FOR_FILES ? MEMORY : tmpdir();
}

async function main(): Promise<number> {
  // Collects all temporary files of the tests in one folder, which the exit handler deletes
  const folder = mkdtempSync(join(parentFolder(), 'cda-test-'));
  process.env.TMPDIR = folder;
  chmodSync(folder, 0o711); // database servers that must not run as root keep their data in it
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  for (const signal of SIGNALS) process.on(signal, () => process.exit(exitCodeOf(signal)));

  const browser = browserOfRun();
  const server = await serverFor(process.env);
  let templates: Awaited<ReturnType<typeof createTemplates>> | undefined;
  try {
    if (server.url) await sweepDatabases(server.url);
    process.env.TEST_MYSQL_URL = server.url ?? '';
    templates = await createTemplates(server.url ? ['sqlite', 'mysql'] : ['sqlite']);
    const resultsFile = join(folder, 'results.json');
    const env = {
      ...templates.env,
      TMPDIR: folder,
      TEST_MYSQL_URL: server.url ?? '',
      CHROMIUM: browser.path ?? '',
    };
    const first = { ...(await runFiles(process.argv.slice(2), env, resultsFile)), passedNow: [] };
    const isTriedAgain = process.env.CI && first.status === 1;
    const again = isTriedAgain ? await tryFailedAgain(first.files, env, resultsFile) : undefined;
    const run = again ?? first;
    if (run.status > 128) return run.status;
    return report(run.files, run.passedNow, server.title, browser.title) === 0 ? 1 : run.status;
  } finally {
    await templates?.drop();
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
