import type { Server, ServerOptions } from 'node:http';
import { endConnection } from '../http/break-off.js';

/** A socket without any traffic is closed in the end. Clients that read slowly: see load-shedding/slow-clients.ts. */
const STALLED_AFTER_MS = 300_000;
const MOST_CONNECTIONS = 10_000;
/** Of the listen queue: more connections come at once than one tick accepts. */
export const BACKLOG = 4_096;

/** How long a server waits for what its clients send. What is late is answered with 408. */
export const REQUEST_LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  // longer than proxies keep idle connections: the proxy closes first, and no request meets a closing one
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1_000,
};

export function limitConnections(server: Server): void {
  server.setTimeout(STALLED_AFTER_MS, endConnection);
  server.maxConnections = MOST_CONNECTIONS;
}
