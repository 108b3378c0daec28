import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { endConnection } from '../http/response/break-off.js';

/** The connections of a server, for its shutdown. */
export class OpenConnections {
  private readonly connections = new Set<Socket>();

  /** To be made before the server listens. */
  constructor(private readonly server: Server) {
    server.on('connection', (connection: Socket) => {
      this.connections.add(connection);
      connection.once('close', () => this.connections.delete(connection));
    });
  }

  /** Closes those without a request. */
  closeIdle(): void {
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
