import type { Server, ServerOptions } from 'node:http';
import { endConnection } from '../http/break-off.js';

/** A client of 10 kB/s needs two minutes until the buffers of the system show that it reads. */
const STALLED_AFTER_MS = 180_000;
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
