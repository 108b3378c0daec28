import { readFileSync } from 'node:fs';
import { send } from '../http/http.js';
import { freePort } from './free-port.js';
import { node, Program, type Surroundings } from './program.js';

export const ADMIN_TOKEN = 'test-admin-token-0123456789abcdefghij';
export const KEY_PEPPER = 'test-key-pepper-0123456789abcdefghijk';

type LogLine = Readonly<Record<string, unknown>>;

/** Runs the service on a free port, with no settings except `env`. */
export class Service extends Program {
  url = '';

  private constructor(command: readonly string[], { env, ...how }: Surroundings) {
    super(command, { ...how, env: { PORT: '0', ...env } });
    this.url = `http://127.0.0.1:${env?.PORT ?? ''}`;
  }

  static begin(how: Surroundings, main = 'src/main.js'): Service {
    return new Service(node(main), how);
  }

  static onTerminal(how: Surroundings): Service {
    const command = node('src/main.js').map((word) => `'${word}'`);
    return new Service(['script', '-qec', `exec ${command.join(' ')}`, '/dev/null'], { input: '', ...how });
  }

  static async start(env: NodeJS.ProcessEnv, main?: string): Promise<Service> {
    const surroundings = { env: { DEMO_DATA: 'off', PORT: String(await freePort()), ...env } };
    const service = Service.begin(surroundings, main);
    const asked = { path: '/health/live', headers: { connection: 'close' } };
    await service.until(async () => (await send(service.url, asked)).status === 200);
    return service;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Skips the text of a first start, and a last line that is not complete. */
  get log(): LogLine[] {
    const complete = this.stdout.slice(0, this.stdout.lastIndexOf('\n') + 1).split('\n');
    return complete.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine);
  }

  async ready(): Promise<string> {
    const { port } = await this.line(({ msg }) => msg === 'listening');
    return (this.url = `http://127.0.0.1:${String(port)}`);
  }

  async line(isIt: (line: LogLine) => boolean): Promise<LogLine> {
    let found: LogLine | undefined;
    await this.until(() => (found = this.log.find(isIt)) !== undefined);
    return found!;
  }

  /** Lines that must not appear: crashes, unhandled rejections and errors. */
  get complaints(): readonly string[] {
    return this.said.split('\n').filter((line) => {
      if (!line.startsWith('{')) return /error|reject|exception|warning/i.test(line);
      return ['error', 'fatal'].includes(String((JSON.parse(line) as LogLine).level));
    });
  }

  get memory(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  get children(): number[] {
    const text = readFileSync(`/proc/${this.pid}/task/${this.pid}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  }
}
