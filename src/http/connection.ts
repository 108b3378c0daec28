import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Resets the connection (RST) in the middle of a response, because a FIN marks the end of an HTTP/1.0 response. nginx
 * before 1.29.7 uses HTTP/1.0 to upstreams by default, so a truncated response would look complete.
 */
export function resetConnection(connection: Socket): void {
  // a closing socket cannot be reset, and its response is complete
  if (connection.writableEnded) connection.destroy();
  else if (!connection.destroyed) connection.resetAndDestroy();
}

export function endConnection(connection: Socket): void {
  if (hasBegunResponse(connection)) resetConnection(connection);
  else connection.destroy();
}

/** Reads `_httpMessage`, in which Node stores the current response of a connection. */
export function hasBegunResponse(connection: Socket): boolean {
  const { _httpMessage: response } = connection as Socket & { _httpMessage?: ServerResponse | null };
  return response?.headersSent === true;
}
