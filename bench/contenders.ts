import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PEPPER } from './seed.js';
import { freePort } from '../test/support/free-port.js';

export type ContenderName = 'product' | 'baseline' | 'typical';

/** A server under test, in a process of its own. */
export interface Contender {
  readonly name: ContenderName;
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

interface StartOptions {
  readonly databaseUrl: string;
  readonly keysFile: string;
  /** Where the product's log goes: a file, as in production behind a collector. */
  readonly logFile: string;
  /** For the product. */
  readonly environment?: NodeJS.ProcessEnv;
}

const ROOT = join(__dirname, '..');

/** All with the flags of `npm start`. */
export async function startContender(name: ContenderName, options: StartOptions): Promise<Contender> {
  const port = await freePort();
  const log = openSync(options.logFile, 'a');
  const script =
    name === 'product'
      ? [join(ROOT, 'src/main.js')]
      : [join(__dirname, `${name}.js`), options.databaseUrl, String(port), options.keysFile];
  const child = spawn(process.execPath, ['--max-semi-space-size=16', ...script], {
    stdio: ['ignore', log, 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: options.databaseUrl,
      KEY_PEPPER: PEPPER,
      DEMO_DATA: 'off',
      ...options.environment,
    },
  });
  await untilListening(child, port);
  return { name, port, pid: child.pid!, stop: () => stop(child) };
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const answers = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (answers) return;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('A server did not start');
    await wait(50);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
