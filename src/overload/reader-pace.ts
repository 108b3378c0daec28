import type { ServerResponse } from 'node:http';

/** Something of an answer must have left in this time. What the driver holds is at most one piece, so this is slow enough for any line. */
const PIECE_WITHIN_MS = 60_000;
/** Answers together may hold so much that their clients have not read yet; beyond that the largest go. */
const UNREAD_BYTES = 64 * 1024 * 1024;

interface Progress {
  readonly sent: number;
  readonly at: number;
}

/**
 * Ends the answers of clients that read too slowly, so that they cost no memory and no connection of the database for long.
 * (One that does not read at all is ended sooner: see the server's time-out.)
 */
export class ReaderPace {
  private readonly progress = new Map<ServerResponse, Progress>();

  forget(response: ServerResponse): void {
    this.progress.delete(response);
  }

  enforce(responses: Iterable<ServerResponse>, now: number): void {
    const unread: { response: ServerResponse; bytes: number }[] = [];
    let total = 0;
    for (const response of responses) {
      // of a request that was sent before the answer to the one before was read, the answer waits without a socket
      const bytes = response.writableLength;
      if (bytes === 0) {
        this.progress.delete(response);
        continue;
      }
      const sent = (response.socket?.bytesWritten ?? 0) - bytes;
      const last = this.progress.get(response);
      if (last?.sent !== sent) this.progress.set(response, { sent, at: now });
      else if (now - last.at > PIECE_WITHIN_MS) drop(response);
      total += bytes;
      unread.push({ response, bytes });
    }
    if (total > UNREAD_BYTES) dropLargest(unread, total - UNREAD_BYTES);
  }
}

function dropLargest(unread: { response: ServerResponse; bytes: number }[], surplus: number): void {
  unread.sort((one, other) => other.bytes - one.bytes);
  for (const { response, bytes } of unread) {
    if (surplus <= 0) return;
    drop(response);
    surplus -= bytes;
  }
}

function drop(response: ServerResponse): void {
  response.req.socket.destroy();
}
