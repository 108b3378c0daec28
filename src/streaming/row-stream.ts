import type { Writable } from 'node:stream';
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Request, Response } from 'express';
import {
  ReceiverGone,
  type Pace,
  type Query,
  type ReadConnection,
  type Row,
} from '../database/rows/reader.js';
import { MEDIA_TYPES, type FormatName } from '../http/request-validation.js';
import type { DownloadSlot } from './download-slots.js';
import { ByteBuffer } from './fields/byte-buffer.js';
import type { FieldSelection, RowContext } from './fields/field-selection.js';
import { CsvWriter } from './formats/csv.js';
import { JSON_TYPE, JsonWriter, NdjsonWriter, ObjectWriter, type RowsWriter } from './formats/json.js';
import {
  beginChunks,
  lengthOf,
  NoFreeSlot,
  sendWhole,
  setHead,
  StreamedResponse,
  type Head,
  type Send,
  type StreamSource,
} from './streamed-response.js';

const CHUNK_BYTES = 65_536;
/**
 * Maximum buffered size. Larger responses become long ones (decision 0006). Bulk responses do so after their first chunk,
 * and so does Parquet, because 100,000 devices can have less than 1 MB and take longer than a short response may.
 */
const BUFFERED_BYTES = 1_048_576;
/** Time in which a client reads a chunk at 100 Mbit/s. */
const FAST_CLIENT_MS = 5;
/** Rows that `forEach` parses together. That takes about a millisecond, and less time than row by row. */
const ROWS_IN_CHUNK = 1_024;
/** Lets other requests run even if rows are short. A Parquet row group has up to half as many. */
const ROWS_BETWEEN_PAUSES = 8_192;

export type JsonObject = Record<string, unknown>;

interface Format {
  readonly contentType: string;
  readonly isFile?: true;
  readonly isCompressed?: true;
  /** Undefined for the format whose writer loads on demand. */
  readonly Writer?: new (fields: FieldSelection, context: RowContext, envelope?: object) => RowsWriter;
}

const FORMATS: Readonly<Record<FormatName, Format>> = {
  json: { contentType: JSON_TYPE, Writer: JsonWriter },
  ndjson: { contentType: MEDIA_TYPES.ndjson, Writer: NdjsonWriter },
  csv: { contentType: `${MEDIA_TYPES.csv}; charset=utf-8; header=present`, isFile: true, Writer: CsvWriter },
  parquet: { contentType: MEDIA_TYPES.parquet, isFile: true, isCompressed: true },
};

const parquetWriter = async () => (await import('./formats/parquet.js')).ParquetRowsWriter;

export interface Rows {
  /** Queries run in sequence over one connection. They must select the columns of `fields`. */
  readonly queries: (connection: ReadConnection) => Iterable<Query> | AsyncIterable<Query>;
  readonly fields: FieldSelection;
  readonly context: RowContext;
  readonly name?: string;
  /** JSON responses are an object: `items`, then these members. */
  readonly envelope?: object;
  /** If there are no rows and `query` finds none, the response is the error `absent`. */
  readonly required?: { readonly query: Query; readonly absent: () => Error };
}

export class RowStream extends StreamedResponse {
  constructor(
    private readonly source: StreamSource,
    private readonly rows: Rows,
  ) {
    super();
  }

  send(request: Request, response: Response): Promise<void> {
    return this.source.send(request, response, (connection, slot) =>
      this.read(connection, slot, request, response),
    );
  }

  /** Reads the rows and begins to send a long body. The returned function sends the rest without a connection. */
  async read(
    connection: ReadConnection,
    slot: DownloadSlot,
    request: Request,
    response: Response,
  ): Promise<Send> {
    const { format = 'json' } = request.context;
    const { contentType, isFile, isCompressed, Writer = await parquetWriter() } = FORMATS[format];
    const { fields, context, name = 'rows', queries, envelope } = this.rows;
    const head: Head = {
      contentType,
      ...(isFile && { fileName: `${name}.${format}` }),
      isCompressible: this.source.config.compression && !isCompressed,
    };
    if (request.method === 'HEAD') {
      await this.requirePresence(connection);
      return () => {
        setHead(response, head);
        response.end();
      };
    }
    const writer = new Writer(fields, context, envelope);
    const isSentEarly = request.context.bulk === true || isCompressed === true;
    const body = new RowStreamBody(request, response, this.source, slot, head, writer, isSentEarly);
    try {
      for await (const query of queries(connection)) await connection.stream(query, body.take, body);
      if (body.rows === 0) await this.requirePresence(connection);
    } catch (error) {
      body.leave();
      throw error;
    }
    return () =>
      body.end().finally(() => {
        body.leave();
      });
  }

  /** Calls `use` with each row, which has the fields of an item of the JSON response. */
  async forEach(connection: ReadConnection, pace: Pace, use: (row: JsonObject) => void): Promise<void> {
    const { fields, context, queries } = this.rows;
    const writer = ObjectWriter.of(fields);
    const json = ByteBuffer.borrow();
    let count = 0;
    const useChunk = (): void => {
      const chunk = JSON.parse(`[${json.written.toString()}]`) as JsonObject[];
      json.length = 0;
      for (const row of chunk) use(row);
    };
    const take = (row: Row): boolean => {
      if (json.length > 0) json.text(',');
      writer.write(row, json, context);
      const isFull = ++count % ROWS_IN_CHUNK === 0 || json.length >= CHUNK_BYTES;
      if (isFull) useChunk();
      return isFull;
    };
    for await (const query of queries(connection)) await connection.stream(query, take, pace);
    if (count === 0) await this.requirePresence(connection);
    useChunk();
    json.release();
  }

  private async requirePresence(connection: ReadConnection): Promise<void> {
    const { required } = this.rows;
    if (required && (await connection.rows(required.query)).length === 0) throw required.absent();
  }
}

class RowStreamBody implements Pace {
  rows = 0;
  isLong = false;
  isGone: boolean;
  onGone: (() => void) | undefined;
  private bytes = ByteBuffer.borrow();
  private readonly buffered: ByteBuffer[] = [];
  private out: Writable;
  private lastWrite: Promise<void> | undefined;
  private isClientSlow = false;
  private onLost: (() => void) | undefined;
  private readonly onClose = (): void => {
    this.isGone = true;
    this.onGone?.();
    this.onLost?.();
  };

  constructor(
    private readonly request: Request,
    private readonly response: Response,
    private readonly source: StreamSource,
    private readonly slot: DownloadSlot,
    private readonly head: Head,
    private readonly writer: RowsWriter,
    private readonly isSentEarly: boolean,
  ) {
    this.isGone = response.destroyed;
    response.once('close', this.onClose);
    writer.begin?.(this.bytes);
  }

  readonly take = (row: Row): boolean => {
    this.writer.row(row, this.bytes);
    this.rows++;
    return this.bytes.length >= CHUNK_BYTES || this.rows % ROWS_BETWEEN_PAUSES === 0;
  };

  async pause(): Promise<void> {
    this.buffered.push(this.bytes);
    this.bytes = ByteBuffer.borrow(); // the reader may deliver rows before this resolves
    if (this.isLong || this.isSentEarly || lengthOf(this.buffered) >= BUFFERED_BYTES) {
      if (!this.isLong) this.becomeLong();
      for (const chunk of this.buffered.splice(0)) await this.send(chunk);
      await this.source.yieldToOthers(this.slot, this.isClientSlow);
    }
    await nextIteration();
  }

  async end(): Promise<void> {
    const { bytes, request } = this;
    this.writer.end?.(bytes);
    request.context.rows = this.rows;
    if (!this.isLong) return sendWhole([...this.buffered, bytes], this.head, request, this.response);
    this.count(bytes.length);
    this.out.end(bytes.written, () => {
      bytes.release();
    });
  }

  leave(): void {
    this.response.removeListener('close', this.onClose);
    if (this.isLong && !this.out.writableEnded && this.out !== this.response) this.out.destroy();
  }

  private becomeLong(): void {
    if (!this.source.downloadSlots.take(this.slot)) throw new NoFreeSlot();
    this.isLong = true;
    this.out = beginChunks(this.head, this.request, this.response);
    if (this.out === this.response) return;
    this.out.on('data', ({ length }: Buffer) => {
      this.request.context.bytes = (this.request.context.bytes ?? 0) + length;
    });
  }

  /** Waits for the previous chunk only. The next rows are read while a chunk is compressed. */
  private async send(chunk: ByteBuffer): Promise<void> {
    const from = performance.now();
    await this.lastWrite;
    this.isClientSlow = performance.now() - from > FAST_CLIENT_MS;
    this.count(chunk.length);
    this.lastWrite = this.write(chunk);
    this.lastWrite.catch(() => undefined); // the next `send` handles the failure
  }

  private write(chunk: ByteBuffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.onLost = () => {
        reject(new ReceiverGone());
      };
      if (this.isGone) this.onLost();
      this.out.write(chunk.written, (error) => {
        if (error) {
          reject(new ReceiverGone());
          return;
        }
        chunk.release();
        resolve();
      });
    });
  }

  /** Skips compressed bodies. `becomeLong` counts the bytes that their encoder returns. */
  private count(length: number): void {
    if (this.out === this.response) this.request.context.bytes = (this.request.context.bytes ?? 0) + length;
  }
}
