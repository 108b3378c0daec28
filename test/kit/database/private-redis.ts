import { Redis } from 'ioredis';
import { freePort } from '../process/free-port.js';
import { Program } from '../process/program.js';

export class PrivateRedis {
  private server: Program | undefined;

  private constructor(private readonly port: number) {}

  static async start(): Promise<PrivateRedis> {
    const redis = new PrivateRedis(await freePort());
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.server = new Program(['redis-server', ...options]);
    const probe = new Redis(this.url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
    probe.on('error', () => undefined); // The server is still starting
    await probe.ping();
    probe.disconnect();
  }

  async configure(name: string, value: string): Promise<void> {
    const client = new Redis(this.url);
    await client.config('SET', name, value);
    client.disconnect();
  }

  async kill(): Promise<void> {
    await this.server?.kill();
  }

  freeze(): void {
    this.server?.signal('SIGSTOP');
  }

  thaw(): void {
    this.server?.signal('SIGCONT');
  }
}
