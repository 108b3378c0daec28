/**
 * A program of its own, so that it takes its own processor time: sends requests at a fixed rate whether or not answers come
 * (or, without a rate, as fast as they come) and prints what became of them. Reads its orders from the first argument.
 */
import { connect, type Socket } from 'node:net';

export interface Orders {
  readonly port: number;
  readonly seconds: number;
  readonly connections: number;
  /** Requests a second; 0 for as many as are answered. */
  readonly rate: number;
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly sent: number;
  /** Those that found no connection free: the generator could not keep up. */
  readonly unsent: number;
  readonly failed: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Milliseconds of the answers with status 200, and of the refusals. */
  readonly served: readonly number[];
  readonly refused: readonly number[];
  /** Refusals without a Retry-After. */
  readonly rude: number;
}

const TICK_MS = 5;

class Generator {
  sent = 0;
  unsent = 0;
  failed = 0;
  rude = 0;
  readonly statuses: Record<string, number> = {};
  readonly served: number[] = [];
  readonly refused: number[] = [];
  private readonly idle: Line[] = [];
  private readonly texts: Buffer[];
  private at = 0;
  isOver = false;

  constructor(private readonly orders: Orders) {
    const headers = Object.entries(orders.headers).map(([name, value]) => `${name}: ${value}`);
    this.texts = orders.paths.map((path) =>
      Buffer.from(`GET ${path} HTTP/1.1\r\nhost: a\r\n${headers.join('\r\n')}\r\n\r\n`),
    );
    for (let at = 0; at < orders.connections; at++) this.idle.push(new Line(orders.port, this));
  }

  /** Some at a time: what is measured is the answers. */
  async connect(): Promise<void> {
    for (let at = 0; at < this.idle.length; at += 50) {
      await Promise.all(this.idle.slice(at, at + 50).map((line) => line.connected()));
    }
  }

  /** As many as are due at the rate; false when no connection is free. */
  sendOne(): boolean {
    const line = this.idle.shift(); // in turn, so that no connection is idle for long
    if (!line) return false;
    this.at = (this.at + 1) % this.texts.length;
    this.sent++;
    line.send(this.texts[this.at]!);
    return true;
  }

  done(line: Line, status: string, tookMs: number, saysWhen: boolean): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (status === '200') this.served.push(tookMs);
    if (status === '503') {
      this.refused.push(tookMs);
      if (!saysWhen) this.rude++;
    }
    this.idle.push(line);
    if (this.orders.rate === 0 && !this.isOver) this.sendOne();
  }

  lost(line: Line): void {
    this.failed++;
    if (!this.isOver) this.idle.push(line);
  }

  get outcome(): Outcome {
    const { sent, unsent, failed, rude, statuses, served, refused } = this;
    return { sent, unsent, failed, rude, statuses, served, refused };
  }
}

/** One connection with one request on it at a time. */
class Line {
  private socket: Socket | undefined;
  private began = 0;
  private expected = -1;
  private received = 0;
  private head = '';
  private status = '';
  private saysWhen = false;
  private busy = false;

  constructor(
    private readonly port: number,
    private readonly owner: Generator,
  ) {}

  send(text: Buffer): void {
    this.began = performance.now();
    this.busy = true;
    this.expected = -1;
    this.head = '';
    this.socket ??= this.open();
    this.socket.write(text);
  }

  connected(): Promise<void> {
    this.socket ??= this.open();
    return new Promise((resolve) => void this.socket?.once('connect', resolve));
  }

  private open(): Socket {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (piece: Buffer) => this.take(piece));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.socket = undefined;
      if (this.busy) this.owner.lost(this);
      this.busy = false;
    });
    return socket;
  }

  private take(piece: Buffer): void {
    if (!this.busy) return; // the end of a connection that was idle too long
    if (this.expected < 0) {
      this.head += piece.toString('latin1');
      const end = this.head.indexOf('\r\n\r\n');
      if (end < 0) return;
      this.status = this.head.slice(9, 12);
      const head = this.head.slice(0, end);
      this.saysWhen = /\r\nretry-after: \d/i.test(head);
      this.expected = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      this.received = this.head.length - end - 4;
    } else {
      this.received += piece.length;
    }
    if (this.received < this.expected) return;
    this.busy = false;
    this.owner.done(this, this.status, performance.now() - this.began, this.saysWhen);
  }
}

async function run(orders: Orders): Promise<void> {
  const generator = new Generator(orders);
  await generator.connect();
  const began = performance.now();
  let due = 0;
  const tick = setInterval(() => {
    due = ((performance.now() - began) / 1000) * orders.rate;
    while (generator.sent + generator.unsent < due) if (!generator.sendOne()) generator.unsent++;
  }, TICK_MS);
  if (orders.rate === 0) for (let at = 0; at < orders.connections; at++) generator.sendOne();
  setTimeout(() => {
    generator.isOver = true;
    clearInterval(tick);
    // what is on its way still counts
    setTimeout(() => {
      process.stdout.write(JSON.stringify(generator.outcome), () => process.exit(0));
    }, 2_500);
  }, orders.seconds * 1000);
}

if (require.main === module) void run(JSON.parse(process.argv[2] ?? '{}') as Orders);
