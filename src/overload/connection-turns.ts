import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that are worked on at a time. */
const AT_A_TIME = 4;
/** So many requests may wait on all connections together. A connection that brings more is lost. */
const MOST_WAITING = 10_000;

type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

/**
 * Takes on a few requests of a connection at a time. The parser brings all that one piece of it holds, which may be thousands:
 * those beyond the few wait here, before they have cost anything, and nothing more is read meanwhile. Stands before all else.
 */
export function takeTurns(server: Server, mostWaiting = MOST_WAITING): void {
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
    else this.socket.resetAndDestroy(); // no end that a client could take for the last answer's
  }

  private begin([request, response]: Exchange): void {
    this.inHand++;
    response.once('close', this.end);
    this.serve(request, response);
  }

  private readonly end = (): void => {
    this.inHand--;
    // in another turn of the event loop, so that other connections have theirs
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
    // the parser resumes by itself whenever it has taken a request in
    this.socket.on('resume', () => {
      if (this.waiting.length > 0) this.socket.pause();
    });
    this.socket.once('close', () => {
      this.room.left += this.waiting.length;
      this.waiting = [];
    });
  }
}
