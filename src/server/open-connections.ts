import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { endConnection } from '../http/response/break-off.js';

/** The connections of a server, for its end. */
export class OpenConnections {
  private readonly connections = new Set<Socket>();

  /** To be made before the server listens. */
  constructor(server: Server) {
    server.on('connection', (connection: Socket) => {
      this.connections.add(connection);
      connection.once('close', () => this.connections.delete(connection));
    });
  }

  /**
   * Closes those on which nothing was ever said: browsers and load balancers open some for later. Node takes such a one for busy until
   * the head of its first request is late, so that closing the idle ones leaves it open.
   */
  closeSilent(): void {
    for (const connection of this.connections) {
      if (connection.bytesRead === 0) connection.destroy();
    }
  }

  /** Ends all, at once. */
  end(): void {
    for (const connection of this.connections) endConnection(connection);
  }
}
