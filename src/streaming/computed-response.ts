import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Request, Response } from 'express';
import type { Pace, ReadConnection } from '../database/rows/reader.js';
import { ByteBuffer } from './fields/byte-buffer.js';
import {
  jsonHead,
  NoFreeSlot,
  sendWhole,
  setHead,
  StreamedResponse,
  type Head,
  type StreamSource,
} from './streamed-response.js';

/** Sends the head after this time, because load shedding rejects a request without a first byte after 1.7 s. */
const HEAD_AFTER_MS = 1_000;

export interface Computed {
  readonly body: object;
  /** The rows of the body, for the activity of the key. */
  readonly rows: number;
}

/** A JSON object that is computed from many rows. */
export class ComputedResponse extends StreamedResponse {
  constructor(
    private readonly source: StreamSource,
    private readonly compute: (connection: ReadConnection, pace: Pace) => Promise<Computed>,
  ) {
    super();
  }

  async send(request: Request, response: Response): Promise<void> {
    const head = jsonHead(this.source);
    if (request.method === 'HEAD') {
      setHead(response, head);
      response.end();
      return;
    }
    const { body, rows } = await readAtPace(this.source, request, response, this.compute);
    request.context.rows = rows;
    await sendJson(JSON.stringify(body), head, request, response);
  }
}

/**
 * Reads many rows for a JSON response, whose head is sent if that takes long. `sendJson` sends the rest. Takes a slot at the first
 * pause, as a long response does (decision 0006).
 */
export function readAtPace<T>(
  source: StreamSource,
  request: Request,
  response: Response,
  read: (connection: ReadConnection, pace: Pace) => Promise<T>,
): Promise<T> {
  return source.send(request, response, async (connection, slot) => {
    const pace = {
      isLong: false,
      isGone: response.destroyed,
      onGone: undefined as Pace['onGone'],
      async pause(): Promise<void> {
        if (!source.downloadSlots.take(slot)) throw new NoFreeSlot();
        pace.isLong = true;
        const elapsedMs = performance.now() - request.context.startedAt;
        if (!response.headersSent && elapsedMs > HEAD_AFTER_MS) {
          setHead(response, jsonHead(source));
          response.flushHeaders();
        }
        await source.yieldToOthers(slot, false);
        await nextIteration();
      },
    };
    const onClose = (): void => {
      pace.isGone = true;
      pace.onGone?.();
    };
    response.once('close', onClose);
    try {
      const result = await read(connection, pace);
      return () => result;
    } finally {
      response.removeListener('close', onClose);
    }
  });
}

export async function sendJson(
  text: string,
  head: Head,
  request: Request,
  response: Response,
): Promise<void> {
  if (response.writableEnded) return; // load shedding has responded
  const json = ByteBuffer.borrow();
  json.text(text);
  if (!response.headersSent) return sendWhole([json], head, request, response);
  request.context.bytes = json.length;
  response.end(json.written, () => {
    json.release();
  });
}
