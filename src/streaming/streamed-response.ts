import type { Writable } from 'node:stream';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../config/config.js';
import { ReplicaReader, type ReadConnection } from '../database/rows/reader.js';
import { acceptedEncoding, ENCODINGS } from '../http/compression.js';
import { DownloadSlots, type DownloadSlot } from './download-slots.js';
import type { ByteBuffer } from './fields/byte-buffer.js';
import { JSON_TYPE } from './formats/json.js';

/** Response that writes itself. Handlers return it, and the HTTP adapter sends it (decision 0008). */
export abstract class StreamedResponse {
  abstract send(request: Request, response: Response): Promise<void>;
}

export interface Head {
  readonly contentType: string;
  readonly fileName?: string;
  readonly isCompressible: boolean;
}

export const jsonHead = ({ config }: StreamSource): Head => ({
  contentType: JSON_TYPE,
  isCompressible: config.compression,
});

/** Smaller responses take few packets even without compression. */
const WORTH_COMPRESSING_BYTES = 32_768;

/** Maximum event loop iterations between two chunks while short requests hold connections. */
const YIELDED_ITERATIONS = 3;

/** For brotli and gzip (decision 0026). */
const LEVEL = 1;

export function setHead(response: Response, { contentType, fileName }: Head): void {
  response.statusCode = 200;
  response.setHeader('Content-Type', contentType);
  if (fileName !== undefined) response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
}

export function lengthOf(chunks: readonly ByteBuffer[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

/** Returns the buffers to the pool after the operating system has taken the bytes. */
export async function sendWhole(
  chunks: readonly ByteBuffer[],
  head: Head,
  request: Request,
  response: Response,
): Promise<void> {
  let length = lengthOf(chunks);
  let body = chunks.map(({ written }) => written);
  const isCompressible = head.isCompressible && length > WORTH_COMPRESSING_BYTES;
  const encoding = isCompressible ? acceptedEncoding(request) : undefined;
  if (encoding) {
    const encoded = await ENCODINGS[encoding].whole(Buffer.concat(body), LEVEL);
    if (response.writableEnded) return; // timed out, or the client disconnected
    response.setHeader('Content-Encoding', encoding);
    [length, body] = [encoded.length, [encoded]];
  }
  request.context.bytes = length;
  setHead(response, head);
  // HEAD reads no body, so its length is unknown
  if (request.method !== 'HEAD') response.setHeader('Content-Length', length);
  const last = body.pop();
  for (const bytes of body) response.write(bytes);
  response.end(last, () => {
    for (const chunk of chunks) chunk.release();
  });
}

export function beginChunks(head: Head, request: Request, response: Response): Writable {
  const encoding = head.isCompressible ? acceptedEncoding(request) : undefined;
  setHead(response, head);
  if (!encoding) return response;
  response.setHeader('Content-Encoding', encoding);
  // makes a later failure reset the connection, even before the first compressed byte
  response.flushHeaders();
  const encoder = ENCODINGS[encoding].stream(LEVEL);
  encoder.pipe(response);
  return encoder;
}

/** Runs after the connection is released. */
export type Send<T = void> = () => Promise<T> | T;

export class NoFreeSlot extends Error {}

@Injectable()
export class StreamSource {
  constructor(
    readonly reader: ReplicaReader,
    readonly downloadSlots: DownloadSlots,
    @Inject(CONFIG) readonly config: Config,
  ) {}

  /**
   * Reads a response over one connection, and once more over another if it is lost before the first byte. Holds no connection
   * while it waits for a slot, and then reads from the start.
   */
  async send<T>(
    request: Request,
    response: Response,
    readOver: (connection: ReadConnection, slot: DownloadSlot) => Promise<Send<T>>,
  ): Promise<T> {
    const slots = this.downloadSlots;
    const slot = slots.slotOf(request.context.enterprise?.key ?? 0);
    const read = (): Promise<Send<T>> =>
      this.reader.withConnection(
        (connection) => readOver(connection, slot),
        () => !response.headersSent,
      );
    const waitForSlot = (): Promise<void> => {
      request.context.waitsForSlot = true;
      return slots.wait(slot);
    };
    const isBulk = request.context.bulk === true && request.method !== 'HEAD';
    try {
      if (isBulk && slots.queuedBy(slot.enterprise) > 0) await waitForSlot();
      const sendEnd = await read().catch(async (error: unknown) => {
        if (!(error instanceof NoFreeSlot)) throw error;
        await waitForSlot();
        return read();
      });
      return await sendEnd();
    } finally {
      slots.release(slot);
    }
  }

  /** Lets short responses and smaller enterprises run between two chunks of a long response. */
  async yieldToOthers(slot: DownloadSlot, isClientSlow: boolean): Promise<void> {
    const { reader, downloadSlots } = this;
    for (let at = 0; at < YIELDED_ITERATIONS && reader.use.used > downloadSlots.inUse; at++)
      await nextIteration();
    await downloadSlots.yieldAfterChunk(slot, isClientSlow);
  }
}
