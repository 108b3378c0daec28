import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of another site, for the tests of a file. Gives its address, which is there once they run. */
export function anotherSite(body: () => string): () => string {
  let site: Server;
  beforeAll(async () => {
    site = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<!doctype html><title>Another site</title>${body()}`);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
  });
  afterAll(() => {
    site.close();
  });
  return () => `http://localhost:${(site.address() as AddressInfo).port}`;
}
