import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';

/** A Redis server of the test's own, in memory alone, which can be killed, frozen and started again. */
export class PrivateRedis {
  private server: ChildProcess | undefined;

  constructor(private readonly port: number) {}

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.server = spawn('redis-server', options, { stdio: 'ignore' });
    const probe = new Redis(this.url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
    probe.on('error', () => undefined); // it is not up yet
    await probe.ping();
    probe.disconnect();
  }

  async kill(): Promise<void> {
    if (this.server?.exitCode !== null || this.server.signalCode !== null) return;
    const gone = once(this.server, 'exit');
    this.server.kill('SIGKILL');
    await gone;
  }

  freeze(): void {
    this.server?.kill('SIGSTOP');
  }

  thaw(): void {
    this.server?.kill('SIGCONT');
  }
}
