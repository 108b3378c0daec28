import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const HEADER_BYTES = 4;

export interface Limits {
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Stands before a server as the proxies of clusters do that let no query bring more than so much (Vitess, for one): it ends the
 * connection over which a result goes beyond.
 */
export class LimitingProxy {
  private readonly sockets = new Set<Socket>();
  /** The most rows that a result had, and how many results were ended. */
  mostRows = 0;
  ended = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
    private readonly limits: Limits,
  ) {
    server.on('connection', (client) => this.stand(client));
  }

  static async before(url: string, limits: Limits): Promise<LimitingProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new LimitingProxy(server, new URL(url), limits);
  }

  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.href;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private stand(client: Socket): void {
    const server = connect(Number(this.target.port), this.target.hostname);
    let result = new Result();
    const end = (): void => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', end).on('close', end);
      socket.on('close', () => this.sockets.delete(socket));
    }
    // whoever sends something has had all of the result before
    client.on('data', () => (result = new Result()));
    server.on('data', (chunk: Buffer) => {
      result.add(chunk);
      this.mostRows = Math.max(this.mostRows, result.rows);
      if (result.rows <= this.limits.rows && result.bytes <= this.limits.bytes) return;
      this.ended++;
      end();
    });
    client.pipe(server).pipe(client);
  }
}

/** Counts the packets of a result: the number of columns, a packet for each of them, an end, the rows, an end. */
class Result {
  bytes = 0;
  private packets = 0;
  private columns = 0;
  private header = Buffer.alloc(0);
  /** Of the packet, what is still to come. */
  private left = 0;

  get rows(): number {
    return Math.max(0, this.packets - this.columns - 3);
  }

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    for (let at = 0; at < chunk.length;) {
      if (this.left > 0) {
        if (this.packets === 1 && this.columns === 0) this.columns = chunk[at]!;
        const taken = Math.min(this.left, chunk.length - at);
        this.left -= taken;
        at += taken;
        continue;
      }
      const taken = Math.min(HEADER_BYTES - this.header.length, chunk.length - at);
      this.header = Buffer.concat([this.header, chunk.subarray(at, at + taken)]);
      at += taken;
      if (this.header.length < HEADER_BYTES) return;
      this.left = this.header.readUIntLE(0, 3);
      this.header = Buffer.alloc(0);
      this.packets++;
    }
  }
}
