import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that are worked on at a time. */
const AT_A_TIME = 4;
/** Requests that may wait on all connections together. A connection that brings more is reset. */
const MOST_WAITING = 10_000;

type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

/**
 * Limits HTTP pipelining: a few requests of a connection run at a time. The parser emits all requests of a chunk, which may be
 * thousands: the others wait here, before they have cost anything, and the socket is paused. Comes before all else.
 */
export function limitPipelining(server: Server, mostWaiting = MOST_WAITING): void {
  const [serve] = server.listeners('request') as [RequestListener];
  const connections = new WeakMap<Socket, Connection>();
  const room = { left: mostWaiting };
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    let connection = connections.get(socket);
    if (!connection) connections.set(socket, (connection = new Connection(socket, serve, room)));
    connection.take([request, response]);
  });
}

class Connection {
  private inHand = 0;
  private waiting: Exchange[] = [];
  private hasWaited = false;

  constructor(
    private readonly socket: Socket,
    private readonly serve: RequestListener,
    private readonly room: { left: number },
  ) {}

  take(exchange: Exchange): void {
    if (this.socket.destroyed) return;
    if (this.inHand < AT_A_TIME && this.waiting.length === 0) this.begin(exchange);
    else if (this.room.left > 0) this.hold(exchange);
    else this.socket.resetAndDestroy(); // a FIN could look like the end of the last answer
  }

  private begin([request, response]: Exchange): void {
    this.inHand++;
    response.once('close', this.end);
    this.serve(request, response);
  }

  private readonly end = (): void => {
    this.inHand--;
    // in another tick, so that other connections are served between
    if (this.waiting.length > 0) setImmediate(this.goOn);
  };

  private readonly goOn = (): void => {
    const next = this.waiting.splice(0, AT_A_TIME - this.inHand);
    this.room.left += next.length;
    for (const exchange of next) this.begin(exchange);
    if (this.waiting.length === 0) this.socket.resume();
  };

  private hold(exchange: Exchange): void {
    if (!this.hasWaited) this.prepareToWait();
    this.room.left--;
    if (this.waiting.push(exchange) === 1) this.socket.pause();
  }

  private prepareToWait(): void {
    this.hasWaited = true;
    // the HTTP parser resumes the socket after each request
    this.socket.on('resume', () => {
      if (this.waiting.length > 0) this.socket.pause();
    });
    this.socket.once('close', () => {
      this.room.left += this.waiting.length;
      this.waiting = [];
    });
  }
}
