import type { Request, Response } from 'express';
import type { LongReads } from '../database/rows/places.js';
import {
  ReceiverGone,
  type Query,
  type Row,
  type RowReader,
  type RowSink,
} from '../database/rows/row-reader.js';
import { Answer, JSON_TYPE, sendWhole, type Format } from './answers.js';
import { JsonBytes } from './json-bytes.js';

/** Pieces in which a long answer is sent: large enough to be cheap, small enough to let others have a turn. */
const PIECE_BYTES = 65_536;
/** What an answer may hold back before it must leave memory. Most answers never do. */
const HELD_BACK_BYTES = 1_048_576;
/** Turns of the event loop that others have between two pieces of a long answer, if they need them. */
const TURNS_OF_OTHERS = 3;
const [OPENING, COMMA, CLOSING] = [0x5b, 0x2c, 0x5d];

export interface ArrayOptions {
  /** What must be there for a result without rows to be an answer. Asked only then. */
  readonly required?: { readonly query: Query; readonly absent: () => Error };
  /** Send the first piece as soon as it is there, for answers known to be long. */
  readonly long?: boolean;
}

interface Source {
  readonly reader: RowReader;
  readonly longReads: LongReads;
}

/** A JSON array made of the rows of a query while they are read. */
export class ArrayAnswer extends Answer {
  constructor(
    private readonly source: Source,
    private readonly query: Query,
    private readonly format: Format,
    private readonly options: ArrayOptions = {},
  ) {
    super();
  }

  async send(request: Request, response: Response): Promise<void> {
    const { reader } = this.source;
    const { required } = this.options;
    const body = new ArrayBody(request, response, this.source, this.format, this.options);
    try {
      await reader.stream(request.method === 'HEAD' ? firstRowOf(this.query) : this.query, body);
      if (required && !body.sawRow && (await reader.rows(required.query)).length === 0)
        throw required.absent();
      body.end();
    } finally {
      body.leave();
    }
  }
}

function firstRowOf({ sql, parameters }: Query): Query {
  return { sql: `${sql} LIMIT 1`, parameters };
}

/** Collects the JSON of rows and sends it, whole when it is short, else in pieces at the pace of the client. */
class ArrayBody implements RowSink {
  isLong = false;
  isGone: boolean;
  onGone: (() => void) | undefined;
  private json = JsonBytes.borrow();
  private pauseAt = PIECE_BYTES;
  private rows = 0;
  private readonly onClose = (): void => {
    this.isGone = true;
    this.onGone?.();
  };

  constructor(
    private readonly request: Request,
    private readonly response: Response,
    private readonly source: Source,
    private readonly format: Format,
    private readonly options: ArrayOptions,
  ) {
    this.isGone = response.destroyed;
    response.once('close', this.onClose);
    this.json.byte(OPENING);
  }

  get sawRow(): boolean {
    return this.rows > 0;
  }

  take(row: Row): boolean {
    const { json } = this;
    if (this.rows > 0) json.byte(COMMA);
    this.format.serializer.write(row, json, this.format.context);
    this.rows++;
    return json.length >= this.pauseAt;
  }

  async pause(): Promise<void> {
    if (!this.isLong && !this.options.long && this.json.length < HELD_BACK_BYTES) {
      this.pauseAt = this.json.length + PIECE_BYTES;
    } else {
      if (!this.isLong) await this.becomeLong();
      await this.sendPiece();
      await this.letOthersGo();
    }
    await nextTurn();
  }

  end(): void {
    this.json.byte(CLOSING);
    this.request.context.rows = this.rows;
    if (!this.isLong) {
      sendWhole(this.json, this.request, this.response);
      return;
    }
    this.count(this.json);
    this.response.end(this.json.written, () => {
      this.json.giveBack();
    });
  }

  leave(): void {
    this.response.removeListener('close', this.onClose);
    if (this.isLong) this.source.longReads.leave();
  }

  private async becomeLong(): Promise<void> {
    await this.source.longReads.enter();
    this.isLong = true;
    this.pauseAt = PIECE_BYTES;
    this.response.statusCode = 200;
    this.response.setHeader('Content-Type', JSON_TYPE);
  }

  /** While short answers are being read, a long one takes a turn of the event loop only now and then. */
  private async letOthersGo(): Promise<void> {
    const { reader, longReads } = this.source;
    for (let turn = 0; turn < TURNS_OF_OTHERS && reader.use.used > longReads.running; turn++)
      await nextTurn();
  }

  /** Hands over what there is, and waits until the system has taken it. Rows that still come go into another buffer. */
  private async sendPiece(): Promise<void> {
    const piece = this.json;
    this.json = JsonBytes.borrow();
    this.count(piece);
    await this.taken(piece);
    piece.giveBack();
  }

  private taken(piece: JsonBytes): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (): void => {
        reject(new ReceiverGone());
      };
      if (this.isGone) fail();
      const readerGoes = this.onGone;
      this.onGone = () => {
        readerGoes?.();
        fail();
      };
      this.response.write(piece.written, (error) => {
        this.onGone = readerGoes;
        if (error) fail();
        else resolve();
      });
    });
  }

  private count({ length }: JsonBytes): void {
    this.request.context.bytes = (this.request.context.bytes ?? 0) + length;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
