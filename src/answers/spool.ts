import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { DatabaseUnavailable, ReceiverGone } from '../database/rows/row-reader.js';

/** Whether only its length tells a client that a body is whole: HTTP/1.0 has no chunks, and a killed process ends connections as usual. */
export function needsLength({ httpVersion }: Request): boolean {
  return httpVersion === '1.0';
}

/** A file in which an answer waits until its length is known. It has no name, so nothing of it outlives the process. */
export class Spool {
  /** Where the body goes. */
  readonly body: Writable;

  private constructor(private readonly file: FileHandle) {
    this.body = file.createWriteStream({ autoClose: false });
    this.body.on('error', () => undefined); // the writer, and callers that await the end, get the error
  }

  static async open(): Promise<Spool> {
    const path = join(tmpdir(), `device-api-${randomUUID()}`);
    try {
      const file = await open(path, 'wx+', 0o600);
      await unlink(path);
      return new Spool(file);
    } catch (error) {
      throw noRoom(error);
    }
  }

  /** Waits for the end of the body. */
  async length(): Promise<number> {
    try {
      await finished(this.body);
    } catch (error) {
      throw noRoom(error);
    }
    return (await this.file.stat()).size;
  }

  /** The last piece ends the response: whoever has all the bytes that were promised may leave at once. */
  async sendTo(response: Response, length: number): Promise<void> {
    const pieces = this.file.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>;
    const sent = finished(response);
    sent.catch(() => undefined); // whoever waits for it hears of it
    let left = length;
    try {
      for await (const piece of pieces) {
        left -= piece.length;
        if (left === 0) response.end(piece);
        else if (!response.write(piece)) await Promise.race([once(response, 'drain'), sent]);
      }
      await sent;
    } catch {
      throw new ReceiverGone();
    }
  }

  close(): void {
    this.body.destroy();
    this.file.close().catch(() => undefined); // it was all or nothing before
  }
}

export const noRoom = (cause: unknown): Error => new DatabaseUnavailable('no_room_for_answers', { cause });
