import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { endConnection } from '../http/break-off.js';

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

  /**
   * Closes those without a request, also those that never sent a byte: browsers and load balancers preconnect, and
   * `closeIdleConnections()` leaves these open until `headersTimeout`.
   */
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
