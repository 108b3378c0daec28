import { readFileSync } from 'node:fs';
import { send } from '../http/http.js';
import { freePort } from './free-port.js';
import { nodeCommand, onTerminal, Program, type ProgramOptions } from './program.js';

export const ADMIN_TOKEN = 'test-admin-token-0123456789abcdefghij';
export const KEY_PEPPER = 'test-key-pepper-0123456789abcdefghijk';

type LogLine = Readonly<Record<string, unknown>>;

/** Runs the service on a free port, with no settings except `env`. */
export class Service extends Program {
  url = '';

  private constructor(command: readonly string[], { env, ...options }: ProgramOptions) {
    super(command, { ...options, env: { PORT: '0', ...env } });
    this.url = `http://127.0.0.1:${env?.PORT ?? ''}`;
  }

  static spawn(options: ProgramOptions, main = 'src/main.js'): Service {
    return new Service(nodeCommand(main), options);
  }

  static spawnOnTerminal(options: ProgramOptions): Service {
    return new Service(onTerminal(nodeCommand('src/main.js')), { input: '', ...options });
  }

  static async start(env: NodeJS.ProcessEnv, main?: string): Promise<Service> {
    const options = { env: { DEMO_DATA: 'off', PORT: String(await freePort()), ...env } };
    const service = Service.spawn(options, main);
    const request = { path: '/health/live', headers: { connection: 'close' } };
    await service.waitUntil(async () => (await send(service.url, request)).status === 200);
    return service;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Excludes the text of a first start, and a last line that is not complete. */
  get log(): LogLine[] {
    const completeLines = this.stdout.slice(0, this.stdout.lastIndexOf('\n') + 1).split('\n');
    return completeLines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine);
  }

  async ready(): Promise<string> {
    const { port } = await this.waitForLogLine(({ msg }) => msg === 'listening');
    return (this.url = `http://127.0.0.1:${String(port)}`);
  }

  async waitForLogLine(predicate: (line: LogLine) => boolean): Promise<LogLine> {
    let found: LogLine | undefined;
    await this.waitUntil(() => (found = this.log.find(predicate)) !== undefined);
    return found!;
  }

  /** Lines that must not appear: crashes, unhandled rejections and errors. */
  get errorLines(): readonly string[] {
    return this.output.split('\n').filter((line) => {
      if (!line.startsWith('{')) return /error|reject|exception|warning/i.test(line);
      return ['error', 'fatal'].includes(String((JSON.parse(line) as LogLine).level));
    });
  }

  get memoryMb(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  get children(): number[] {
    const text = readFileSync(`/proc/${this.pid}/task/${this.pid}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  }
}
