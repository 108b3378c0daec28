/**
 * Sends requests at a fixed rate, or as fast as responses arrive. Runs in its own process, which
 * measures its CPU time separately.
 */
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { nodeCommand, run } from '../process/program.js';

interface LoadResponse {
  readonly status: string;
  readonly hasRetryAfter: boolean;
  readonly ms: number;
  readonly firstByteMs: number;
}

/**
 * A connection with one request at a time. It uses a bare socket, because Node's client costs more
 * than the servers under test.
 */
class Connection {
  private socket: Socket | undefined;
  private settle: ((response?: LoadResponse) => void) | undefined;
  private began = 0;
  private firstByteMs = 0;
  private head = '';
  private size: number | undefined;
  private received: Buffer[] = [];
  private receivedSize = 0;

  constructor(private readonly port: number) {}

  async connected(): Promise<void> {
    this.socket ??= this.open();
    await once(this.socket, 'connect');
  }

  send(message: Buffer): Promise<LoadResponse | undefined> {
    this.began = performance.now();
    this.size = undefined;
    [this.received, this.receivedSize] = [[], 0];
    this.socket ??= this.open();
    this.socket.write(message);
    return new Promise((resolve) => (this.settle = resolve));
  }

  private open(): Socket {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.socket = undefined;
      this.end();
    });
    return socket;
  }

  private receive(chunk: Buffer): void {
    if (!this.settle) return; // No request is in progress: the server has closed an idle connection
    if (this.receivedSize === 0) this.firstByteMs = performance.now() - this.began;
    this.receivedSize += chunk.length;
    if (this.size === undefined) this.readHead(chunk);
    if (this.size === undefined || this.receivedSize < this.size) return;
    this.end({
      status: this.head.slice(9, 12),
      hasRetryAfter: /\r\nretry-after: \d/i.test(this.head),
      ms: performance.now() - this.began,
      firstByteMs: this.firstByteMs,
    });
  }

  private readHead(chunk: Buffer): void {
    this.received.push(chunk);
    const bytes = this.received.length > 1 ? Buffer.concat(this.received) : chunk;
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) return;
    this.head = bytes.toString('latin1', 0, end);
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(this.head) ?? [];
    const hasBody = length !== undefined && !this.head.startsWith('HTTP/1.1 304');
    this.size = end + 4 + (hasBody ? Number(length) : 0);
  }

  private end(response?: LoadResponse): void {
    const { settle } = this;
    this.settle = undefined;
    settle?.(response);
  }
}

export interface LoadOptions {
  readonly port: number;
  readonly seconds: number;
  readonly connections: number;
  readonly rate?: number;
  readonly requests: readonly { readonly path: string; readonly headers: Readonly<Record<string, string>> }[];
}

export interface LoadOutcome {
  sent: number;
  /** Requests that found no free connection, because the generator could not keep up. */
  unsent: number;
  failed: number;
  seconds: number;
  readonly statuses: Record<string, number>;
  readonly served: number[];
  readonly firstBytes: number[];
  readonly refused: number[];
  withoutRetryAfter: number;
}

const TICK_MS = 5;
/** Responses count for up to this long after the last request. */
const LATE_MS = 2_500;

class Generator {
  private readonly outcome: LoadOutcome = {
    ...{ sent: 0, unsent: 0, failed: 0, seconds: 0, withoutRetryAfter: 0 },
    ...{ statuses: {}, served: [], firstBytes: [], refused: [] },
  };
  private readonly idle: Connection[];
  private readonly messages: readonly Buffer[];
  private began = 0;
  private isOver = false;

  constructor(private readonly options: LoadOptions) {
    this.messages = options.requests.map(({ path, headers }) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`);
    });
    this.idle = Array.from({ length: options.connections }, () => new Connection(options.port));
  }

  async run(): Promise<LoadOutcome> {
    const { connections, rate, seconds } = this.options;
    // Opens 50 connections at a time, because the results cover the responses only
    for (let at = 0; at < connections; at += 50)
      await Promise.all(this.idle.slice(at, at + 50).map((connection) => connection.connected()));
    this.began = performance.now();
    const end = this.began + seconds * 1000;
    if (rate === undefined) while (this.sendOne());
    while (performance.now() < end) {
      if (rate !== undefined) this.sendDue(rate);
      await wait(TICK_MS);
    }
    this.isOver = true;
    while (this.idle.length < connections && performance.now() < end + LATE_MS) await wait(TICK_MS);
    return this.outcome;
  }

  private sendDue(rate: number): void {
    const { outcome } = this;
    const due = ((performance.now() - this.began) / 1000) * rate;
    while (outcome.sent + outcome.unsent < due) if (!this.sendOne()) outcome.unsent++;
  }

  private sendOne(): boolean {
    const connection = this.idle.shift(); // Round robin, so that no connection is idle for long
    if (connection) void this.send(connection, this.messages[this.outcome.sent++ % this.messages.length]!);
    return connection !== undefined;
  }

  private async send(connection: Connection, message: Buffer): Promise<void> {
    const { outcome } = this;
    const response = await connection.send(message);
    this.idle.push(connection);
    if (!response) {
      outcome.failed++;
      return;
    }
    if (this.options.rate === undefined && !this.isOver) this.sendOne();
    outcome.seconds = (performance.now() - this.began) / 1000;
    const { status, ms, firstByteMs, hasRetryAfter } = response;
    outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
    if (status === '200' || status === '304') {
      outcome.served.push(ms);
      outcome.firstBytes.push(firstByteMs);
    } else if (status === '503') {
      outcome.refused.push(ms);
      if (!hasRetryAfter) outcome.withoutRetryAfter++;
    }
  }
}

async function main(): Promise<void> {
  const options = JSON.parse(await text(process.stdin)) as LoadOptions;
  const outcome = await new Generator(options).run();
  process.stdout.write(JSON.stringify(outcome), () => process.exit());
}

export async function load(options: LoadOptions): Promise<LoadOutcome> {
  const command = nodeCommand('test/kit/load/load-generator.js');
  const { status, stdout, stderr } = await run(command, { input: JSON.stringify(options) });
  if (status !== 0) throw new Error(`The load generator exited with status ${status}: ${stderr}`);
  return JSON.parse(stdout) as LoadOutcome;
}

if (require.main === module) void main();
