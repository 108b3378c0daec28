import type { ServerResponse } from 'node:http';
import { breakOff } from '../http/response/break-off.js';

/**
 * Something of an answer must have left in this time. It is long: where the system's own buffers are large, it says nothing of
 * what a client takes until a megabyte of theirs is empty, and that is what a line of 10 kB/s needs two minutes for.
 */
const PIECE_WITHIN_MS = 180_000;
/** While others wait for a place among the long answers, this. */
const WANTED_WITHIN_MS = 12_000;
/** Answers together may hold so much that their clients have not read yet; beyond that the largest go. */
const UNREAD_BYTES = 64 * 1024 * 1024;

interface Progress {
  readonly sent: number;
  readonly at: number;
}

interface Unread {
  readonly response: ServerResponse;
  readonly bytes: number;
  /** When something of it last left. */
  readonly movedAt: number;
}

/** Ends the answers of clients that read too slowly, so that they cost no memory and keep no place that others wait for. */
export class ReaderPace {
  private readonly progress = new Map<ServerResponse, Progress>();

  forget(response: ServerResponse): void {
    this.progress.delete(response);
  }

  /** `wanted` is how many wait for the places that answers hold which have outgrown memory. */
  enforce(responses: Iterable<ServerResponse>, now: number, wanted: number): void {
    const unread = this.look(responses, now);
    for (const { response, movedAt } of unread) {
      if (now - movedAt > PIECE_WITHIN_MS) drop(response);
    }
    for (const { response, movedAt } of stalledLongest(unread, wanted)) {
      if (now - movedAt > WANTED_WITHIN_MS) drop(response);
    }
    const total = unread.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total > UNREAD_BYTES) dropLargest(unread, total - UNREAD_BYTES);
  }

  private look(responses: Iterable<ServerResponse>, now: number): Unread[] {
    const unread: Unread[] = [];
    for (const response of responses) {
      // of a request that was sent before the answer to the one before was read, the answer waits without a socket
      const bytes = response.writableLength;
      if (bytes === 0) {
        this.progress.delete(response);
        continue;
      }
      const sent = (response.socket?.bytesWritten ?? 0) - bytes;
      const last = this.progress.get(response);
      const movedAt = last?.sent === sent ? last.at : now;
      if (movedAt === now) this.progress.set(response, { sent, at: now });
      unread.push({ response, bytes, movedAt });
    }
    return unread;
  }
}

/** Of those that still hold a place: what has ended holds memory alone. */
function stalledLongest(unread: readonly Unread[], count: number): Unread[] {
  if (count === 0) return [];
  const holders = unread.filter(({ response }) => !response.writableEnded);
  return holders.sort((one, other) => one.movedAt - other.movedAt).slice(0, count);
}

function dropLargest(unread: Unread[], surplus: number): void {
  unread.sort((one, other) => other.bytes - one.bytes);
  for (const { response, bytes } of unread) {
    if (surplus <= 0) return;
    drop(response);
    surplus -= bytes;
  }
}

function drop(response: ServerResponse): void {
  breakOff(response.req.socket);
}
