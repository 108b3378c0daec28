import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CLI = join(__dirname, '../../src/cli.js');

export interface Outcome {
  /** Null where a signal ended it. */
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Starts the real command line in a process of its own. */
export function startCli(args: string[], url: string, cwd = tmpdir()): ChildProcess {
  return spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export async function outcomeOf(child: ChildProcess): Promise<Outcome> {
  const outcome: Outcome = { status: null, stdout: '', stderr: '' };
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (outcome.stdout += text));
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (outcome.stderr += text));
  const [status] = (await once(child, 'close')) as [number | null];
  return { ...outcome, status };
}

export function runCli(args: string[], url: string, cwd?: string): Promise<Outcome> {
  return outcomeOf(startCli(args, url, cwd));
}

/** Of a file: records become lines, texts and bytes stay as they are. */
export type Content = object[] | string | Buffer;

export const bytesOf = (content: Content): Buffer =>
  Array.isArray(content)
    ? Buffer.from(content.map((record) => `${JSON.stringify(record)}\n`).join(''))
    : Buffer.from(content);

/** A new folder with these files. */
export async function exportFolder(files: Record<string, Content>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cda-test-export-'));
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, `${name}.ndjson`), bytesOf(content));
  return folder;
}
