import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Ends a connection in the middle of an answer with a reset, and drops what has not left. Closed in the usual way, a cut answer
 * over HTTP/1.0 looks whole: there the end of the connection is the end of the answer, and nginx speaks it to those behind it.
 */
export function breakOff(connection: Socket): void {
  // one that is being closed already takes no reset, and all that was to be sent has been handed over
  if (connection.writableEnded) connection.destroy();
  else if (!connection.destroyed) connection.resetAndDestroy();
}

/** For a connection of which it is not known whether something is being answered on it. */
export function endConnection(connection: Socket): void {
  if (hasBegunToAnswer(connection)) breakOff(connection);
  else connection.destroy();
}

/** Whether a part of an answer has been sent, and another has not. */
export function hasBegunToAnswer(connection: Socket): boolean {
  const { _httpMessage: answer } = connection as Socket & { _httpMessage?: ServerResponse | null };
  return answer?.headersSent === true;
}
