import type { ServerResponse } from 'node:http';
import { breakOff } from '../http/break-off.js';

/**
 * Something of an answer must have left in this time. It is long: where the system's own buffers are large, it says nothing of
 * what a client takes until a megabyte of theirs is empty, and that is what a line of 10 kB/s needs two minutes for.
 */
const PIECE_WITHIN_MS = 180_000;
/** While others wait for one of the slots for long answers, this. */
const WANTED_WITHIN_MS = 12_000;
/** Answers together may hold so much that their clients have not read yet; beyond that the largest go. */
const UNREAD_BYTES = 64 * 1024 * 1024;

export interface Sending {
  readonly response: ServerResponse;
  /** Bytes that had left at the last look; -1 while nothing waits for the client. */
  sent: number;
  /** When that last changed. */
  movedAt: number;
}

/**
 * Breaks off the answers of clients that read too slowly, so that they cost no memory and hold no slot for which `queued` others
 * wait.
 */
export function dropSlowClients(answers: readonly Sending[], now: number, queued: number): void {
  const unread = answers.filter((answer) => isUnread(answer, now));
  for (const { response, movedAt } of unread) {
    if (now - movedAt > PIECE_WITHIN_MS) drop(response);
  }
  if (queued > 0) {
    // what has ended holds memory alone, and no slot
    const holders = unread.filter(({ response }) => !response.writableEnded);
    holders.sort((one, other) => one.movedAt - other.movedAt);
    for (const { response, movedAt } of holders.slice(0, queued)) {
      if (now - movedAt > WANTED_WITHIN_MS) drop(response);
    }
  }
  dropLargest(unread.map(({ response }) => response));
}

function isUnread(answer: Sending, now: number): boolean {
  const { socket, writableLength: bytes } = answer.response;
  // the answer to a pipelined request waits without a socket
  const sent = bytes === 0 ? -1 : (socket?.bytesWritten ?? 0) - bytes;
  if (sent !== answer.sent) Object.assign(answer, { sent, movedAt: now });
  return bytes > 0;
}

function dropLargest(unread: ServerResponse[]): void {
  let surplus = unread.reduce((sum, { writableLength }) => sum + writableLength, -UNREAD_BYTES);
  if (surplus <= 0) return;
  unread.sort((one, other) => other.writableLength - one.writableLength);
  for (const response of unread) {
    if (surplus <= 0) return;
    surplus -= response.writableLength;
    drop(response);
  }
}

function drop(response: ServerResponse): void {
  breakOff(response.req.socket);
}
