import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const START_LIMIT_MS = 25_000;

export interface RunningProcess {
  /** All that it has written so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Runs a compiled file of the repository until its output holds `ready`. */
export async function startProcess(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: string,
): Promise<RunningProcess> {
  const child = spawn(process.execPath, [join(__dirname, '../..', file), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const stop = () => stopProcess(child);
  const deadline = Date.now() + START_LIMIT_MS;
  while (!output.includes(ready)) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`${file} did not start: ${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { output: () => output, stop };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

/** Runs the command line to its end; `input` goes to its standard input. */
export async function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(__dirname, '../../src/cli.js'), ...args], {
    env: { PATH: process.env.PATH, ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  child.stdin.end(input);
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout, stderr };
}
