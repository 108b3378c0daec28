import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const BUILT = 'dist-test';
/** A fault may let a loop run indefinitely. */
const MAX_RUN_MS = 45 * 60_000;
const TIME_TO_STOP_MS = 15_000;

/** The project, the file, and the first title that failed. */
const FAILURE = new RegExp(`^FAIL (?:(\\S+) )?${BUILT}/(\\S+)[^]*?^ {2}● (.+)$`, 'm');

let running;
let stoppedBy;

/** Builds what `npm test` builds. */
export function build() {
  for (const command of ['npm run --silent build:test', 'npm run --silent build:portal'])
    if (spawnSync(command, { shell: true, stdio: 'inherit' }).status !== 0)
      throw new Error(`${command} failed`);
}

/** Returns the test files whose paths begin with one of the prefixes, and all others. */
export function sortedTests(prefixes) {
  const files = readdirSync(BUILT, { recursive: true }).filter((file) => file.endsWith('spec.js'));
  for (const prefix of prefixes)
    if (prefix.startsWith('test/') && !files.some((file) => file.startsWith(prefix)))
      console.log(`no test file is in ${prefix}`);
  const isRelated = (file) => prefixes.some((prefix) => file.startsWith(prefix));
  return [files.filter(isRelated), files.filter((file) => !isRelated(file))];
}

/** Runs test files up to the first one that fails. Returns the failure. */
export async function runTests(files) {
  if (files.length === 0) return undefined;
  const paths = files.map((file) => `${BUILT}/${file}`);
  const { status, output } = await run(['--bail', '--runTestsByPath', ...paths]);
  return status === 0 ? undefined : failureIn(output);
}

/** Stops the run, and prevents further runs. */
export function stopTests(signal) {
  stoppedBy = signal;
  if (running) stop(running);
}

function refuseIfStopped() {
  if (stoppedBy) throw new Error(`stopped by ${stoppedBy}`);
}

/** Sends SIGTERM first, because `test/run.ts` then deletes its databases and files. */
function stop({ pid }) {
  process.kill(pid, 'SIGTERM');
  // jest cannot handle a signal while a test file loops: only SIGKILL ends it
  setTimeout(() => spawnSync('pkill', ['-KILL', '-P', String(pid)]), TIME_TO_STOP_MS).unref();
}

async function run(args) {
  refuseIfStopped();
  const env = { ...process.env, CI: 'true' }; // a test that fails gets a second try
  const child = spawn(process.execPath, [`${BUILT}/test/run.js`, ...args], { detached: true, env });
  running = child;
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const limit = setTimeout(stop, MAX_RUN_MS, child);
  const [status] = await once(child, 'exit');
  clearTimeout(limit);
  running = undefined;
  await endGroup(child.pid);
  refuseIfStopped();
  return { status, output };
}

/** Waits for the processes that a run leaves behind when it stops early: they use its databases. */
async function endGroup(pid) {
  const until = Date.now() + TIME_TO_STOP_MS;
  while (isRunning(-pid) && Date.now() < until) await wait(100);
  if (isRunning(-pid)) process.kill(-pid, 'SIGKILL');
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Without a failed file, the run itself failed or a signal stopped it. */
function failureIn(output) {
  const [, project, file, title = output.trimEnd().split('\n').at(-1)] = FAILURE.exec(output) ?? [];
  return { project, file, title };
}
