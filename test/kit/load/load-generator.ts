/**
 * Sends requests at a fixed rate, or as fast as responses arrive. Runs in its own process, which
 * measures its CPU time separately.
 */
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { node, run } from '../process/program.js';

interface Answer {
  readonly status: string;
  readonly saysWhen: boolean;
  readonly ms: number;
  readonly firstByteMs: number;
}

/**
 * A connection with one request at a time. It uses a bare socket, because Node's client costs more
 * than the servers under test.
 */
class Line {
  private socket: Socket | undefined;
  private settle: ((answer?: Answer) => void) | undefined;
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

  ask(message: Buffer): Promise<Answer | undefined> {
    this.began = performance.now();
    this.size = undefined;
    [this.received, this.receivedSize] = [[], 0];
    this.socket ??= this.open();
    this.socket.write(message);
    return new Promise((resolve) => (this.settle = resolve));
  }

  private open(): Socket {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (piece: Buffer) => this.take(piece));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.socket = undefined;
      this.end();
    });
    return socket;
  }

  private take(piece: Buffer): void {
    if (!this.settle) return; // The server has closed an idle connection
    if (this.receivedSize === 0) this.firstByteMs = performance.now() - this.began;
    this.receivedSize += piece.length;
    if (this.size === undefined) this.readHead(piece);
    if (this.size === undefined || this.receivedSize < this.size) return;
    this.end({
      status: this.head.slice(9, 12),
      saysWhen: /\r\nretry-after: \d/i.test(this.head),
      ms: performance.now() - this.began,
      firstByteMs: this.firstByteMs,
    });
  }

  private readHead(piece: Buffer): void {
    this.received.push(piece);
    const begun = this.received.length > 1 ? Buffer.concat(this.received) : piece;
    const end = begun.indexOf('\r\n\r\n');
    if (end < 0) return;
    this.head = begun.toString('latin1', 0, end);
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(this.head) ?? [];
    const hasBody = length !== undefined && !this.head.startsWith('HTTP/1.1 304');
    this.size = end + 4 + (hasBody ? Number(length) : 0);
  }

  private end(answer?: Answer): void {
    const { settle } = this;
    this.settle = undefined;
    settle?.(answer);
  }
}

export interface Orders {
  readonly port: number;
  readonly seconds: number;
  readonly connections: number;
  readonly rate?: number;
  readonly requests: readonly { readonly path: string; readonly headers: Readonly<Record<string, string>> }[];
}

export interface Outcome {
  sent: number;
  /** Requests that found no free connection, because the generator could not keep up. */
  unsent: number;
  failed: number;
  seconds: number;
  readonly statuses: Record<string, number>;
  readonly served: number[];
  readonly firstBytes: number[];
  readonly refused: number[];
  rude: number;
}

const TICK_MS = 5;
/** Responses count for up to this long after the last request. */
const LATE_MS = 2_500;

class Generator {
  private readonly outcome: Outcome = {
    ...{ sent: 0, unsent: 0, failed: 0, seconds: 0, rude: 0 },
    ...{ statuses: {}, served: [], firstBytes: [], refused: [] },
  };
  private readonly idle: Line[];
  private readonly messages: readonly Buffer[];
  private began = 0;
  private isOver = false;

  constructor(private readonly orders: Orders) {
    this.messages = orders.requests.map(({ path, headers }) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`);
    });
    this.idle = Array.from({ length: orders.connections }, () => new Line(orders.port));
  }

  async run(): Promise<Outcome> {
    const { connections, rate, seconds } = this.orders;
    // Opens 50 connections at a time, because the results cover the responses only
    for (let at = 0; at < connections; at += 50)
      await Promise.all(this.idle.slice(at, at + 50).map((line) => line.connected()));
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
    const line = this.idle.shift(); // Round robin, so that no connection is idle for long
    if (line) void this.ask(line, this.messages[this.outcome.sent++ % this.messages.length]!);
    return line !== undefined;
  }

  private async ask(line: Line, message: Buffer): Promise<void> {
    const { outcome } = this;
    const answer = await line.ask(message);
    this.idle.push(line);
    if (!answer) {
      outcome.failed++;
      return;
    }
    if (this.orders.rate === undefined && !this.isOver) this.sendOne();
    outcome.seconds = (performance.now() - this.began) / 1000;
    const { status, ms, firstByteMs, saysWhen } = answer;
    outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
    if (status === '200' || status === '304') {
      outcome.served.push(ms);
      outcome.firstBytes.push(firstByteMs);
    } else if (status === '503') {
      outcome.refused.push(ms);
      if (!saysWhen) outcome.rude++;
    }
  }
}

async function main(): Promise<void> {
  const orders = JSON.parse(await text(process.stdin)) as Orders;
  const outcome = await new Generator(orders).run();
  process.stdout.write(JSON.stringify(outcome), () => process.exit());
}

export async function load(orders: Orders): Promise<Outcome> {
  const command = node('test/kit/load/load-generator.js');
  const { status, stdout, stderr } = await run(command, { input: JSON.stringify(orders) });
  if (status !== 0) throw new Error(`The load ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Outcome;
}

if (require.main === module) void main();
