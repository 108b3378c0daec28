import type { Server, ServerOptions } from 'node:http';
import { endConnection } from '../http/response/break-off.js';

/** A connection on which nothing at all moves is closed at last, whatever it waits for. Who reads slowly: see overload/reader-pace.ts. */
const STALLED_AFTER_MS = 300_000;
const MOST_CONNECTIONS = 10_000;
/** Connections that the system may hold until the process takes them: more come at once than it can in one turn. */
export const BACKLOG = 4_096;

/** How long a server waits for what its clients send. What is late is answered with 408. */
export const REQUEST_LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  // longer than proxies keep idle connections: then it is they who close, and no request meets a closing one
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1_000,
};

/** How long and how many connections it keeps. */
export function limitConnections(server: Server): void {
  server.setTimeout(STALLED_AFTER_MS, endConnection);
  server.maxConnections = MOST_CONNECTIONS;
}
