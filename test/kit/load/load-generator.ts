/**
 * A program of its own, so that it takes its own processor time: sends requests at a fixed rate whether or not answers come
 * (or, without a rate, as fast as they come) and prints what became of them. Reads its orders from standard input.
 */
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Line } from './line.js';

export interface Orders {
  readonly port: number;
  readonly seconds: number;
  readonly connections: number;
  /** Requests a second; as many as are answered without. */
  readonly rate?: number;
  /** Sent in turn. */
  readonly requests: readonly {
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
  }[];
}

export interface Outcome {
  sent: number;
  /** Those that found no connection free: the generator could not keep up. */
  unsent: number;
  failed: number;
  /** Until the last answer. */
  seconds: number;
  readonly statuses: Record<string, number>;
  /** Milliseconds of the answers with status 200 or 304, and of the first bytes of these. */
  readonly served: number[];
  readonly firstBytes: number[];
  /** Milliseconds of the refusals, and those of them without a Retry-After. */
  readonly refused: number[];
  rude: number;
}

const TICK_MS = 5;
/** What is on its way when all is sent still counts. */
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
    // some at a time: what is measured is the answers
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

  /** False when no connection is free. */
  private sendOne(): boolean {
    const line = this.idle.shift(); // in turn, so that no connection is idle for long
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

if (require.main === module) void main();
