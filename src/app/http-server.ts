import {
  createServer,
  IncomingMessage,
  ServerResponse,
  STATUS_CODES,
  type RequestListener,
  type Server,
} from 'node:http';
import type { Socket } from 'node:net';
import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter';
import express, { type Application, type Response } from 'express';
import type { Logger } from 'pino';
import { ApiError, invalidParameter, methodNotAllowed } from '../http/api-error.js';
import { endConnection, hasBegunResponse } from '../http/connection.js';
import type { CommonHeaders } from '../http/middleware.js';
import { logLateResponse, writeProblem } from '../http/problem.filter.js';
import { StreamedResponse } from '../streaming/streamed-response.js';

/** Timeout for a client that does not read. System buffers hide the reads of a client at 10 kB/s for two minutes. */
const STALLED_AFTER_MS = 180_000;
const MAX_CONCURRENT = 4;

export function limitConnections(server: Server): void {
  server.setTimeout(STALLED_AFTER_MS, endConnection);
  server.maxConnections = 10_000;
  server.maxHeadersCount = 0; // Node would drop headers after the first 1,000, such as the address that a proxy appends
}

/**
 * Adds server timeouts to Nest's Express adapter, and sends the `StreamedResponse` of a handler. An interceptor would cost 64 µs
 * of CPU per request instead of 1.5 µs.
 */
export class StreamingAdapter extends ExpressAdapter {
  constructor(private readonly log: Logger) {
    const instance = express();
    instance.enable('case sensitive routing'); // must precede the first use of the router
    super(instance);
  }

  override initHttpServer(): void {
    const application = this.getInstance<Application>();
    const options = {
      ...expressPrototypes(application),
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      // exceeds the timeout of proxies, so that the proxy closes first and sends no request to a closing connection
      keepAliveTimeout: 75_000,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false, // http/middleware.ts responds with a problem document
    };
    const server = createServer(options, application);
    limitConnections(server);
    this.setHttpServer(server);
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (response.writableEnded) {
      logLateResponse(this.log, response.req);
      return undefined;
    }
    if (body instanceof StreamedResponse) return body.send(response.req, response);
    // prevents a 304 for responses that have no entity tag
    delete response.req.headers['if-none-match'];
    return super.reply(response, body, statusCode);
  }
}

interface ClientFault extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/** Responds to malformed, oversized or slow requests, and to CONNECT and unknown methods. Node emits no `request` event for them. */
export function handleClientErrors(server: Server, common: CommonHeaders, address: string): void {
  server.on('clientError', (error: ClientFault, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegunResponse(socket)) endConnection(socket);
    else socket.end(rawResponse(clientError(error), common, address));
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    // Node has removed its listeners: an error would end the process, and no timeout closes the connection
    socket.on('error', () => socket.destroy());
    socket.resume();
    socket.end(rawResponse(methodNotAllowed('GET, HEAD'), common, address), () => socket.destroy());
  });
  // ignores an `Expect` other than 100-continue
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Node has the same error code for a method that it does not know and for bytes that are not HTTP. */
const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ \/\S* HTTP\/1\.[01]\r\n/;

function clientError({ code, rawPacket }: ClientFault): ApiError {
  if (code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(rawPacket?.toString('latin1') ?? ''))
    return methodNotAllowed('GET, HEAD');
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('headers_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('request_timeout');
  return invalidParameter('request', 'must be well-formed HTTP');
}

function rawResponse(error: ApiError, common: CommonHeaders, address: string): string {
  const { headers, body } = writeProblem(error, address);
  const all = Object.entries({ ...common, ...headers, Connection: 'close' });
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
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

  /** Also closes connections that have received no byte, which `closeIdleConnections()` keeps. */
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
 * Returns request and response classes that already have the properties of Express. Express calls `setPrototypeOf` on
 * each request and response, which makes V8 deoptimize them: without these classes, a device costs 1.34 times the CPU.
 */
function expressPrototypes(instance: Application): {
  IncomingMessage: typeof IncomingMessage;
  ServerResponse: typeof ServerResponse;
} {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  const application = instance as unknown as { request: object; response: object };
  application.request = extend(ExpressRequest.prototype, application.request, IncomingMessage.prototype);
  application.response = extend(ExpressResponse.prototype, application.response, ServerResponse.prototype);
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse as typeof ServerResponse };
}

function extend(target: object, source: object, ancestor: object): object {
  for (let from = source; from !== ancestor; from = Object.getPrototypeOf(from) as object) {
    const own = Object.getOwnPropertyDescriptors(target);
    Object.defineProperties(target, { ...Object.getOwnPropertyDescriptors(from), ...own });
  }
  return target;
}

interface Pipelined {
  readonly begin: () => void;
  readonly response: ServerResponse;
}

/** Node closes only the response that has the socket. The responses after it would wait indefinitely for their turn. */
function closeQueued(response: ServerResponse): void {
  if (response.socket !== null || response.writableFinished || response.destroyed) return;
  response.destroy();
  response.emit('close');
}

/** Serves up to 4 requests of a connection at the same time. The parser may emit thousands of requests of a chunk. */
export function limitPipelining(serve: RequestListener, maxPipelined = 10_000): RequestListener {
  const connections = new WeakMap<Socket, Pipelined[]>();
  let pipelined = 0;
  const open = (socket: Socket): Pipelined[] => {
    const requests: Pipelined[] = [];
    connections.set(socket, requests);
    // pauses the socket again, because the HTTP parser resumes it after each request
    socket.on('resume', () => requests.length > MAX_CONCURRENT && socket.pause());
    socket.once('close', () => {
      pipelined -= Math.max(0, requests.length - MAX_CONCURRENT);
      for (const { response } of requests.splice(0)) closeQueued(response);
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
      setImmediate(next.begin); // lets the service serve other connections in between
      if (requests.length === MAX_CONCURRENT) socket.resume();
    });
    if (requests.push({ begin, response }) <= MAX_CONCURRENT) begin();
    else if (pipelined++ < maxPipelined) socket.pause();
    else socket.resetAndDestroy(); // a FIN could look like the end of the last response
  };
}
