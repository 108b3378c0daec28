import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestApp } from '../app/test-app.js';

/** A status, a truncated response, a reset connection, or a response of the service. */
export type Trouble = number | 'cut' | 'reset' | 'none';

/** A proxy in front of the service that fails on demand. */
export class TroubledLine {
  requests = 0;
  /** Returns what happens to a request when the list of `expect` is empty. */
  otherwise: () => Trouble = () => 'none';
  /** Headers and body of the responses with a status of its own. */
  headers: Readonly<Record<string, string>> = { 'Retry-After': '1' };
  body = '{"status":"refused"}';
  private readonly server = createServer((incoming, outgoing) => this.pass(incoming, outgoing));
  private troubles: Trouble[] = [];

  constructor(private readonly service: TestApp) {
    beforeAll(() => once(this.server.listen(0, '127.0.0.1'), 'listening'));
    afterAll(() => {
      this.server.closeAllConnections();
      this.server.close();
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  expect(...troubles: readonly Trouble[]): void {
    this.troubles = [...troubles];
    this.requests = 0;
  }

  private pass({ url = '', headers }: IncomingMessage, outgoing: ServerResponse): void {
    this.requests++;
    const trouble = this.troubles.shift() ?? this.otherwise();
    if (typeof trouble === 'number') outgoing.writeHead(trouble, this.headers).end(this.body);
    else if (trouble === 'reset') outgoing.socket?.resetAndDestroy();
    else
      request(this.service.url + url, { headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
        if (trouble === 'none') answer.pipe(outgoing);
        else
          answer.once('data', (bytes: Buffer) =>
            outgoing.write(bytes.subarray(0, bytes.length / 2), () => outgoing.socket?.end()),
          );
      }).end();
  }
}
