import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestApp } from '../app/test-app.js';

/** A status, a truncated response (`truncated`), a reset connection, or an unchanged response of the service (`none`). */
export type HttpFault = number | 'truncated' | 'reset' | 'none';

/** A proxy in front of the service that fails on demand. */
export class HttpFaultProxy {
  requests = 0;
  /** Returns the fault of a request when the list of `setFaults` is empty. */
  defaultFault: () => HttpFault = () => 'none';
  /** The headers and body of a response with a status as its fault. */
  headers: Readonly<Record<string, string>> = { 'Retry-After': '1' };
  body: string | Buffer = '{"status":"refused"}';
  private readonly server = createServer((incoming, outgoing) => this.forward(incoming, outgoing));
  private faults: HttpFault[] = [];

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

  setFaults(...faults: readonly HttpFault[]): void {
    this.faults = [...faults];
    this.requests = 0;
  }

  private forward({ url = '', headers }: IncomingMessage, outgoing: ServerResponse): void {
    this.requests++;
    const fault = this.faults.shift() ?? this.defaultFault();
    if (typeof fault === 'number') outgoing.writeHead(fault, this.headers).end(this.body);
    else if (fault === 'reset') outgoing.socket?.resetAndDestroy();
    else
      request(this.service.url + url, { headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 0, response.headers);
        if (fault === 'none') response.pipe(outgoing);
        else
          response.once('data', (bytes: Buffer) =>
            outgoing.write(bytes.subarray(0, bytes.length / 2), () => outgoing.socket?.end()),
          );
      }).end();
  }
}
