import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Resets a connection (RST) in the middle of a response. Over HTTP/1.0, which nginx before 1.29.7 uses to its upstreams by default, the end
 * of the connection marks the end of the response. With a FIN a truncated response would look complete.
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
