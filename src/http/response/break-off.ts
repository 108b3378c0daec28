import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Resets a connection (RST) in the middle of an answer. With a FIN a truncated answer over HTTP/1.0, which nginx speaks to its upstreams,
 * looks complete: there the end of the connection is the end of the answer.
 */
export function breakOff(connection: Socket): void {
  // a socket that is closing already cannot be reset, and all of its answer has been handed over
  if (connection.writableEnded) connection.destroy();
  else if (!connection.destroyed) connection.resetAndDestroy();
}

export function endConnection(connection: Socket): void {
  if (hasBegunToAnswer(connection)) breakOff(connection);
  else connection.destroy();
}

/** Whether an answer is half sent. */
export function hasBegunToAnswer(connection: Socket): boolean {
  const { _httpMessage: answer } = connection as Socket & { _httpMessage?: ServerResponse | null };
  return answer?.headersSent === true;
}
