import {
  IncomingMessage,
  ServerResponse,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Application } from 'express';
import { endConnection } from '../http/problem.filter.js';

/** A client at 10 kB/s needs two minutes until the system buffers show that it reads. */
const STALLED_AFTER_MS = 180_000;
const MOST_CONNECTIONS = 10_000;
/** Requests of one connection that are served at the same time. */
const MAX_CONCURRENT = 4;
export const BACKLOG = 4_096;

export const REQUEST_LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  // exceeds the timeout of proxies, so that the proxy closes first and sends no request to a closing connection
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1_000,
};

export function limitConnections(server: Server): void {
  server.setTimeout(STALLED_AFTER_MS, endConnection);
  server.maxConnections = MOST_CONNECTIONS;
}

/** Must be created before the server listens. */
export class OpenConnections {
  private readonly connections = new Set<Socket>();

  constructor(private readonly server: Server) {
    server.on('connection', (connection: Socket) => {
      this.connections.add(connection);
      connection.once('close', () => this.connections.delete(connection));
    });
  }

  /** Also closes connections without a received byte, which `closeIdleConnections()` keeps until `headersTimeout`. */
  closeIdle(): void {
    this.server.closeIdleConnections();
    for (const connection of this.connections) {
      if (connection.bytesRead === 0) connection.destroy();
    }
  }

  end(): void {
    for (const connection of this.connections) endConnection(connection);
  }
}

/**
 * Returns request and response classes that already have the properties of Express. Express calls `setPrototypeOf` on each
 * request and response, which makes V8 deoptimize them.
 */
export function expressPrototypes(express: Application): {
  IncomingMessage: typeof IncomingMessage;
  ServerResponse: typeof ServerResponse;
} {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  const application = express as unknown as { request: object; response: object };
  application.request = extend(ExpressRequest.prototype, application.request, IncomingMessage.prototype);
  application.response = extend(ExpressResponse.prototype, application.response, ServerResponse.prototype);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse as typeof ServerResponse };
}

function extend(target: object, source: object, ancestor: object): object {
  for (
    let from: object | null = source;
    from && from !== ancestor;
    from = Object.getPrototypeOf(from) as object | null
  ) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(from))) {
      if (!Object.hasOwn(target, name)) Object.defineProperty(target, name, property);
    }
  }
  return target;
}

/** Serves up to 4 requests of a connection at a time. The parser emits all requests of a chunk, maybe thousands. */
export function limitPipelining(serve: RequestListener, maxPipelined = 10_000): RequestListener {
  const connections = new WeakMap<Socket, (() => void)[]>();
  let pipelined = 0;
  const open = (socket: Socket): (() => void)[] => {
    const requests: (() => void)[] = [];
    connections.set(socket, requests);
    // the HTTP parser resumes the socket after each request
    socket.on('resume', () => requests.length > MAX_CONCURRENT && socket.pause());
    socket.once('close', () => {
      pipelined -= Math.max(0, requests.length - MAX_CONCURRENT);
      requests.length = 0;
    });
    return requests;
  };
  return (request, response) => {
    const { socket } = request;
    const requests = connections.get(socket) ?? open(socket);
    const begin = (): void => {
      if (!socket.destroyed) serve(request, response);
    };
    response.once('close', () => {
      requests.shift();
      const next = requests[MAX_CONCURRENT - 1];
      if (!next) return;
      pipelined--;
      setImmediate(next); // lets the service serve other connections in between
      if (requests.length === MAX_CONCURRENT) socket.resume();
    });
    if (requests.push(begin) <= MAX_CONCURRENT) begin();
    else if (pipelined++ < maxPipelined) socket.pause();
    else socket.resetAndDestroy(); // a FIN could look like the end of the last response
  };
}
