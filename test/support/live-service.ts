import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from './http.js';
import { freePort } from './free-port.js';

const MAIN = join(__dirname, '../../src/main.js');
const START_LIMIT_MS = 60_000;

/** The service as an operator runs it, with all that it says. */
export class LiveService {
  /** Standard output and standard error. */
  said = '';

  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => (this.said += text.toString()));
  }

  static async start(env: Readonly<Record<string, string>>): Promise<LiveService> {
    const port = await freePort();
    const child = spawn(process.execPath, [MAIN], {
      cwd: tmpdir(),
      env: { PATH: process.env.PATH, PORT: String(port), DEMO_DATA: 'off', ...env },
    });
    const service = new LiveService(`http://127.0.0.1:${port}`, child);
    await service.untilLive();
    return service;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
  }

  private async untilLive(): Promise<void> {
    const giveUpAt = Date.now() + START_LIMIT_MS;
    const isLive = () =>
      send(this.url, { path: '/health/live' }).then(
        ({ status }) => status === 200,
        () => false,
      );
    while (!(await isLive())) {
      if (this.child.exitCode !== null || Date.now() > giveUpAt)
        throw new Error(`It did not start: ${this.said}`);
      await wait(50);
    }
  }
}
