import type { Writable } from 'node:stream';
import type { Request, Response } from 'express';
import {
  ReceiverGone,
  type Query,
  type Row,
  type ReadConnection,
  type DatabaseReader,
  type RowSink,
} from '../database/rows/reader.js';
import type { DownloadSlot, DownloadSlots } from './download-slots.js';
import {
  StreamedResponse,
  beginPieces,
  lengthOf,
  sendWhole,
  setHead,
  type Head,
} from './streamed-response.js';
import { withColumns } from './prepared-query.js';
import { ByteBuffer } from './fields/byte-buffer.js';
import type { RowContext, FieldSelection } from './fields/field-selection.js';
import { FORMATS } from './formats/formats.js';
import type { RowsWriter } from './formats/json.js';

/** Pieces in which a long answer is sent: large enough to be cheap, small enough to let others have a turn. */
const PIECE_BYTES = 65_536;
/** What an answer may hold back before it must leave memory. Most answers never do. */
const HELD_BACK_BYTES = 1_048_576;
/** Turns of the event loop that others have between two pieces of a long answer, if they need them. */
const TURNS_OF_OTHERS = 3;
/** Time in which a client on a line of 100 Mbit/s takes a piece. */
const CLIENT_MS = 5;
/** Others have a turn after so many rows, however few bytes those make; as many as a group of Parquet has at most. */
const MOST_ROWS_OF_A_TURN = 8_192;

export interface Rows {
  /** What brings them, one after the other, all from one node. Which columns they select, the shape decides. */
  readonly queries: (node: ReadConnection) => Iterable<Query> | AsyncIterable<Query>;
  readonly shape: FieldSelection;
  readonly context: RowContext;
  /** The name of the file that some formats are kept as, without its extension. */
  readonly name?: string;
  /** What must be there for a result without rows to be an answer. Asked only then. */
  readonly required?: { readonly query: Query; readonly absent: () => Error };
}

export interface Source {
  readonly reader: DatabaseReader;
  readonly downloadSlots: DownloadSlots;
  /** Whether clients may have their answers compressed. */
  readonly compresses: boolean;
}

/** The rest of the work, for which no node is needed. */
export type Sextension = () => Promise<void> | void;

/** The answer is long, and there is no slot for it at once. */
class NoSlotYet extends Error {}

/**
 * Reads an answer from one node and sends it. Where the node is lost before the first byte, another one is read. An answer that has to
 * wait for a slot waits without a connection, which others have meanwhile, and is read anew.
 */
export async function sendFromOneNode(
  { reader, downloadSlots }: Source,
  request: Request,
  response: Response,
  read: (node: ReadConnection, slot: DownloadSlot) => Promise<Sextension>,
): Promise<void> {
  const slot = downloadSlots.slotOf(request.context.enterprise?.key ?? 0);
  const readFromOne = (): Promise<Sextension> =>
    reader.withConnection(
      (node) => read(node, slot),
      () => !response.headersSent,
    );
  const readLater = async (): Promise<Sextension> => {
    request.context.waitsForSlot = true;
    await slot.wait();
    return readFromOne();
  };
  try {
    const mustQueue = request.context.bulk === true && request.method !== 'HEAD' && slot.isWaitedFor;
    const send = mustQueue
      ? await readLater()
      : await readFromOne().catch((error: unknown) => {
          if (error instanceof NoSlotYet) return readLater();
          throw error;
        });
    await send();
  } finally {
    slot.giveBack();
  }
}

/** The rows of queries, in the format that the request asks for, made while they are read. */
export class RowStream extends StreamedResponse {
  constructor(
    private readonly source: Source,
    private readonly rows: Rows,
  ) {
    super();
  }

  send(request: Request, response: Response): Promise<void> {
    return sendFromOneNode(this.source, request, response, (node, slot) =>
      this.read(node, slot, request, response),
    );
  }

  /** Reads the rows from the node, and sends them unless they are few: those go out by what this returns. */
  async read(
    node: ReadConnection,
    slot: DownloadSlot,
    request: Request,
    response: Response,
  ): Promise<Sextension> {
    const {
      contentType,
      extension,
      isCompressed,
      writer: Writer,
    } = FORMATS[request.context.format ?? 'json'];
    const { shape, context, name } = this.rows;
    const head: Head = {
      contentType,
      ...(extension !== undefined && { fileName: `${name ?? 'rows'}.${extension}` }),
      isCompressible: this.source.compresses && !isCompressed,
    };
    if (request.method === 'HEAD') {
      await this.requirePresence(node);
      return () => {
        setHead(response, head);
        response.end();
      };
    }
    const body = new ArrayBody(request, response, this.source, slot, head, new Writer(shape, context));
    try {
      for await (const query of this.rows.queries(node)) await node.stream(withColumns(query, shape), body);
      if (!body.sawRow) await this.requirePresence(node);
    } catch (error) {
      body.leave();
      throw error;
    }
    return async () => {
      try {
        await body.end();
      } finally {
        body.leave();
      }
    };
  }

  private async requirePresence(node: ReadConnection): Promise<void> {
    const { required } = this.rows;
    if (required && (await node.rows(required.query)).length === 0) throw required.absent();
  }
}

/** Collects the bytes of rows and sends them, whole when they are few, else in pieces at the pace of the client. */
class ArrayBody implements RowSink {
  isLong = false;
  isGone: boolean;
  onGone: (() => void) | undefined;
  private bytes = ByteBuffer.borrow();
  /** The pieces before `bytes` that were not handed over. */
  private readonly held: ByteBuffer[] = [];
  private rows = 0;
  /** Where the pieces of a long answer go. */
  private out: Writable;
  /** The piece that was handed over last. */
  private beingTaken: Promise<void> | undefined;
  /** Whether the last piece waited for the client. */
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
    private readonly source: Source,
    private readonly slot: DownloadSlot,
    private readonly head: Head,
    private readonly writer: RowsWriter,
  ) {
    this.isGone = response.destroyed;
    response.once('close', this.onClose);
    writer.begin?.(this.bytes);
  }

  get sawRow(): boolean {
    return this.rows > 0;
  }

  take(row: Row): boolean {
    this.writer.row(row, this.bytes);
    this.rows++;
    return this.bytes.length >= PIECE_BYTES || this.rows % MOST_ROWS_OF_A_TURN === 0;
  }

  async pause(): Promise<void> {
    this.held.push(this.bytes);
    this.bytes = ByteBuffer.borrow(); // rows may still come
    if (this.isLong || this.request.context.bulk === true || lengthOf(this.held) >= HELD_BACK_BYTES) {
      if (!this.isLong) this.becomeLong();
      for (const piece of this.held.splice(0)) await this.send(piece);
      await this.yieldToOthers();
    }
    await nextTurn();
  }

  async end(): Promise<void> {
    this.writer.end?.(this.bytes);
    this.request.context.rows = this.rows;
    if (!this.isLong) {
      await sendWhole([...this.held, this.bytes], this.head, this.request, this.response);
      return;
    }
    const last = this.bytes;
    this.count(last.length);
    this.out.end(last.written, () => {
      last.giveBack();
    });
  }

  leave(): void {
    this.response.removeListener('close', this.onClose);
    if (this.isLong && !this.out.writableEnded && this.out !== this.response) this.out.destroy();
  }

  private becomeLong(): void {
    if (!this.slot.take()) throw new NoSlotYet();
    this.isLong = true;
    this.out = beginPieces(this.head, this.request, this.response);
    if (this.out === this.response) return;
    this.out.on('data', ({ length }: Buffer) => {
      this.request.context.bytes = (this.request.context.bytes ?? 0) + length;
    });
  }

  /** Lets short responses, and enterprises with fewer long ones, go first. */
  private async yieldToOthers(): Promise<void> {
    const { reader, downloadSlots } = this.source;
    for (let turn = 0; turn < TURNS_OF_OTHERS && reader.use.used > downloadSlots.inUse; turn++)
      await nextTurn();
    await this.slot.yieldAfterPiece(this.isClientSlow);
  }

  /** Hands a piece over when the one before was taken: while that is compressed, the rows of the next are read. */
  private async send(piece: ByteBuffer): Promise<void> {
    const from = performance.now();
    await this.beingTaken;
    this.isClientSlow = performance.now() - from > CLIENT_MS;
    this.count(piece.length);
    this.beingTaken = this.taken(piece);
    this.beingTaken.catch(() => undefined); // who waits for it hears of it
  }

  private taken(piece: ByteBuffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.onLost = () => {
        reject(new ReceiverGone());
      };
      if (this.isGone) this.onLost();
      this.out.write(piece.written, (error) => {
        if (error) {
          reject(new ReceiverGone());
          return;
        }
        piece.giveBack();
        resolve();
      });
    });
  }

  /** What is compressed is counted as it leaves. */
  private count(length: number): void {
    if (this.out === this.response) this.request.context.bytes = (this.request.context.bytes ?? 0) + length;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
