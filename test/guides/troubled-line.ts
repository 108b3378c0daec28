import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** What goes wrong with a request: a status with `Retry-After`, an answer that ends in its middle without a reset, or nothing. */
export type Trouble = 429 | 503 | 'cut' | 'none';

/** A way to the service on which requests fail as it is told; without a trouble left, they pass. */
export class TroubledLine {
  url = '';
  requests = 0;
  private troubles: Trouble[] = [];

  private constructor(
    private readonly server: Server,
    private readonly service: string,
  ) {}

  static async to(service: string): Promise<TroubledLine> {
    const server = createServer();
    const line = new TroubledLine(server, service);
    server.on('request', (incoming, outgoing) => {
      line.pass(incoming, outgoing);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return line;
  }

  /** The next requests meet these. */
  expect(...troubles: readonly Trouble[]): void {
    this.troubles = [...troubles];
    this.requests = 0;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private pass({ url = '', headers }: IncomingMessage, outgoing: ServerResponse): void {
    this.requests++;
    const trouble = this.troubles.shift();
    if (typeof trouble === 'number') {
      outgoing.writeHead(trouble, { 'Retry-After': '1' }).end('{"status":"refused"}');
      return;
    }
    request(this.service + url, { headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      if (trouble === 'cut') answer.once('data', (bytes: Buffer) => endInside(outgoing, bytes));
      else answer.pipe(outgoing);
    }).end();
  }
}

function endInside(outgoing: ServerResponse, bytes: Buffer): void {
  outgoing.write(bytes.subarray(0, bytes.length / 2), () => outgoing.socket?.end());
}
