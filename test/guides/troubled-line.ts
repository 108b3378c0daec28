import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestApp } from '../kit/app/create-test-app.js';

/** What goes wrong with a request: a status with `Retry-After`, an answer that ends in its middle without a reset, or nothing. */
export type Trouble = 429 | 503 | 'cut' | 'none';

/** A way to the service on which requests fail as it is told; without a trouble left, they pass. */
export class TroubledLine {
  requests = 0;
  private readonly server = createServer((incoming, outgoing) => {
    this.pass(incoming, outgoing);
  });
  private troubles: Trouble[] = [];

  private constructor(private readonly service: TestApp) {}

  /** For all tests of a file. */
  static to(service: TestApp): TroubledLine {
    const line = new TroubledLine(service);
    beforeAll(() => once(line.server.listen(0, '127.0.0.1'), 'listening'));
    afterAll(() => {
      line.server.closeAllConnections();
      line.server.close();
    });
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The next requests meet these. */
  expect(...troubles: readonly Trouble[]): void {
    this.troubles = [...troubles];
    this.requests = 0;
  }

  private pass({ url = '', headers }: IncomingMessage, outgoing: ServerResponse): void {
    this.requests++;
    const trouble = this.troubles.shift();
    if (typeof trouble === 'number') {
      outgoing.writeHead(trouble, { 'Retry-After': '1' }).end('{"status":"refused"}');
      return;
    }
    request(this.service.url + url, { headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      if (trouble === 'cut') answer.once('data', (bytes: Buffer) => endInside(outgoing, bytes));
      else answer.pipe(outgoing);
    }).end();
  }
}

function endInside(outgoing: ServerResponse, bytes: Buffer): void {
  outgoing.write(bytes.subarray(0, bytes.length / 2), () => outgoing.socket?.end());
}
