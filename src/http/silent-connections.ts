import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections on which nothing was ever said: browsers and load balancers open some for later. Node takes such a one for busy
 * until the head of its first request is late, so that closing the idle ones leaves it open.
 */
export class SilentConnections {
  private readonly connections = new Set<Socket>();

  /** To be made before the server listens. */
  constructor(server: Server) {
    server.on('connection', (connection: Socket) => {
      this.connections.add(connection);
      connection.once('close', () => this.connections.delete(connection));
    });
  }

  close(): void {
    for (const connection of this.connections) {
      if (connection.bytesRead === 0) connection.destroy();
    }
  }
}
