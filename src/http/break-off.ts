import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Resets a connection (RST) in the middle of a response. Over HTTP/1.0, which nginx before 1.29.7 uses to its upstreams by default, the end
 * of the connection marks the end of the response. With a FIN a truncated response would look complete.
 */
export function breakOff(connection: Socket): void {
  // a socket that is closing cannot be reset, and its response is complete
  if (connection.writableEnded) connection.destroy();
  else if (!connection.destroyed) connection.resetAndDestroy();
}

export function endConnection(connection: Socket): void {
  if (hasBegunResponse(connection)) breakOff(connection);
  else connection.destroy();
}

/** Returns true while a response is partly sent. */
export function hasBegunResponse(connection: Socket): boolean {
  const { _httpMessage: response } = connection as Socket & { _httpMessage?: ServerResponse | null };
  return response?.headersSent === true;
}
