import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: string;
  /** Whether it says when to try again. */
  readonly saysWhen: boolean;
  readonly ms: number;
  readonly firstByteMs: number;
}

/** One connection with one request on it at a time. Straight on a socket, because Node's own client would cost more than the servers that are measured. */
export class Line {
  private socket: Socket | undefined;
  private settle: ((answer?: Answer) => void) | undefined;
  private began = 0;
  private firstByteMs = 0;
  private head = '';
  /** Of the answer; unknown while its head is awaited. */
  private size: number | undefined;
  private received: Buffer[] = [];
  private receivedSize = 0;

  constructor(private readonly port: number) {}

  async connected(): Promise<void> {
    this.socket ??= this.open();
    await once(this.socket, 'connect');
  }

  /** Resolves with nothing where the connection broke. */
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
    if (!this.settle) return; // the end of a connection that was idle too long
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
