import type { Request, Response } from 'express';
import type { ReadConnection, RowSink } from '../database/rows/reader.js';
import type { DownloadSlot } from './download-slots.js';
import { ByteBuffer } from './fields/byte-buffer.js';
import { JSON_TYPE } from './formats/json.js';
import {
  nextIteration,
  NoFreeSlot,
  sendWhole,
  setHead,
  StreamedResponse,
  type Head,
  type Send,
  type StreamSource,
} from './streamed-response.js';

/** Sends the head after this time, because load shedding rejects a request without a first byte after 1.7 s. */
const HEAD_AFTER_MS = 1_000;

/** How a long read shares the service with other requests. */
export type Pace = Omit<RowSink, 'take'>;

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

  send(request: Request, response: Response): Promise<void> {
    const head: Head = { contentType: JSON_TYPE, isCompressible: this.source.config.compression };
    return this.source.send(request, response, async (connection, slot): Promise<Send> => {
      if (request.method === 'HEAD')
        return () => {
          setHead(response, head);
          response.end();
        };
      const pace = new SlotPace(this.source, slot, head, request, response);
      try {
        const computed = await this.compute(connection, pace);
        return () => sendComputed(computed, head, request, response);
      } finally {
        pace.leave();
      }
    });
  }
}

async function sendComputed(
  { body, rows }: Computed,
  head: Head,
  request: Request,
  response: Response,
): Promise<void> {
  if (response.writableEnded) return; // load shedding has responded
  const json = ByteBuffer.borrow();
  json.text(JSON.stringify(body));
  request.context.rows = rows;
  if (!response.headersSent) return sendWhole([json], head, request, response);
  request.context.bytes = json.length;
  response.end(json.written, () => {
    json.release();
  });
}

/** Takes a slot at the first pause, as a long response does (decision 0006). */
class SlotPace implements Pace {
  isLong = false;
  isGone: boolean;
  onGone: (() => void) | undefined;
  private readonly onClose = (): void => {
    this.isGone = true;
    this.onGone?.();
  };

  constructor(
    private readonly source: StreamSource,
    private readonly slot: DownloadSlot,
    private readonly head: Head,
    private readonly request: Request,
    private readonly response: Response,
  ) {
    this.isGone = response.destroyed;
    response.once('close', this.onClose);
  }

  async pause(): Promise<void> {
    if (!this.source.downloadSlots.take(this.slot)) throw new NoFreeSlot();
    this.isLong = true;
    if (!this.response.headersSent && this.elapsedMs > HEAD_AFTER_MS) {
      setHead(this.response, this.head);
      this.response.flushHeaders();
    }
    await this.source.yieldToOthers(this.slot, false);
    await nextIteration();
  }

  leave(): void {
    this.response.removeListener('close', this.onClose);
  }

  private get elapsedMs(): number {
    return Number(process.hrtime.bigint() - this.request.context.startedAt) / 1e6;
  }
}
