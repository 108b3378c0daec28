import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { endConnection } from '../http/response/break-off.js';

/** The connections of a server, for its shutdown. */
export class OpenConnections {
  private readonly connections = new Set<Socket>();
  /** Answers that were ended and have not been handed to the system whole. */
  private readonly ending = new Set<ServerResponse>();

  /** To be made before the server listens. */
  constructor(private readonly server: Server) {
    server.on('connection', (connection: Socket) => {
      this.connections.add(connection);
      connection.once('close', () => this.connections.delete(connection));
    });
    const { ending } = this;
    // the same functions for all answers: every request pays for them
    const onEnd = function (this: ServerResponse): void {
      ending.add(this);
    };
    const onHandedOver = function (this: ServerResponse): void {
      ending.delete(this);
    };
    server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
      response.on('prefinish', onEnd).on('finish', onHandedOver).on('close', onHandedOver);
    });
  }

  /** Whether a client still takes the end of its answer. Node counts its connection as idle, and closing it would cut the answer off. */
  get isEnding(): boolean {
    return this.ending.size > 0;
  }

  /** Closes those without a request. */
  closeIdle(): void {
    if (this.isEnding) return;
    this.server.closeIdleConnections();
    this.closeSilent();
  }

  end(): void {
    for (const connection of this.connections) endConnection(connection);
  }

  /**
   * Closes those that never sent a byte: browsers and load balancers preconnect. `closeIdleConnections()` leaves them open until
   * `headersTimeout`.
   */
  private closeSilent(): void {
    for (const connection of this.connections) {
      if (connection.bytesRead === 0) connection.destroy();
    }
  }
}
