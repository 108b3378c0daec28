import type { PoolConnection } from 'mysql2';
import type { ByteTarget, Query, Row } from '../rows/row-reader.js';
import type { ReusedBufferSocket } from './reused-buffer-socket.js';

const NULL = 0xfb;
const TWO_BYTES = 0xfc;
const THREE_BYTES = 0xfd;
const MINUS = 0x2d;
const ZERO = 0x30;
const SMALL_DIGITS = 9;

/** A packet of the protocol, valid only while it is being handled. */
interface Packet {
  readonly buffer: Buffer;
  readonly offset: number;
  isEOF(): boolean;
}

type State = (packet: Packet) => State | null;

/**
 * What mysql2's query command does from packet to packet: each state takes one and brings the next state. Not public, and neither is
 * what `Internals` names: the version is pinned, and a test compares what comes of it with the driver's public way, byte for byte.
 */
interface QueryCommand {
  _fieldCount: number;
  readField: State;
  fieldsEOF: State;
  row: State;
  on(event: 'error', listener: (error: Error) => void): void;
  on(event: 'end', listener: () => void): void;
}

interface Internals {
  readonly stream: ReusedBufferSocket;
  /** Has what came of a packet whose end is still to come. */
  readonly packetParser: { readonly buffer: Buffer[] };
}

/**
 * Runs a query and hands over each row as the bytes that came. The driver would make a JavaScript value of every column, and would
 * work out the same descriptions of the columns again for every result; answers need neither.
 */
export function queryTextRows(
  connection: PoolConnection,
  { sql, parameters }: Query,
  on: { row: (row: Row) => void; error: (error: Error) => void; end: () => void },
): void {
  const command = connection.query({ sql, values: [...parameters] }) as unknown as QueryCommand;
  const { stream, packetParser } = connection as unknown as Internals;
  const row = new TextRow();
  const readEnd = command.row;
  let fields = 0;
  command.readField = () =>
    ++fields === command._fieldCount ? (packet) => command.fieldsEOF(packet) : command.readField;
  const readRow: State = (packet) => {
    if (packet.isEOF()) {
      stream.onChunkTaken = undefined;
      return readEnd.call(command, packet);
    }
    try {
      on.row(row.become(packet.buffer, packet.offset));
    } catch (error) {
      on.error(error as Error); // the driver would take it for an error of the connection
    }
    return readRow;
  };
  // rows are taken at once: of what came together, only the beginning of the next row is needed later
  const keepBeginning = (): void => {
    const last = packetParser.buffer.length - 1;
    const beginning = packetParser.buffer[last];
    if (beginning) packetParser.buffer[last] = Buffer.from(beginning);
  };
  command.row = (packet) => {
    stream.onChunkTaken = keepBeginning;
    return readRow(packet);
  };
  command.on('error', on.error);
  command.on('end', on.end);
}

/**
 * A row as it came from a MySQL server in the text protocol: each column is its length and its text in UTF-8. What goes into the answer
 * as it is goes there without becoming a JavaScript string.
 */
class TextRow implements Row {
  private bytes: Buffer = Buffer.alloc(0);
  /** Where the next column begins. */
  private at = 0;
  /** The column that was read last: its text lies before `at`. */
  private start = 0;

  /** Stands for another row from now on. */
  become(bytes: Buffer, start: number): this {
    this.bytes = bytes;
    this.at = start;
    return this;
  }

  writeText(to: ByteTarget): void {
    this.next();
    to.quotedBytes(this.bytes, this.start, this.at);
  }

  writeJson(to: ByteTarget): void {
    if (this.next()) to.bytes(this.bytes, this.start, this.at);
    else to.none();
  }

  writeTextOrNone(to: ByteTarget): void {
    if (this.next()) to.quotedBytes(this.bytes, this.start, this.at);
    else to.none();
  }

  readInteger(): number | null {
    if (!this.next()) return null;
    const { bytes, start, at } = this;
    if (bytes[start] === MINUS) return -readDigits(bytes, start + 1, at);
    return readDigits(bytes, start, at);
  }

  readText(): string {
    return this.readTextOrNull() ?? '';
  }

  readTextOrNull(): string | null {
    return this.next() ? this.bytes.toString('utf8', this.start, this.at) : null;
  }

  /** Goes to the next column; false where it is null. */
  private next(): boolean {
    const { bytes, at } = this;
    const first = bytes[at] ?? NULL;
    if (first === NULL) {
      this.start = this.at = at + 1;
      return false;
    }
    let length = first;
    this.start = at + 1;
    if (first >= TWO_BYTES) {
      const size = first === TWO_BYTES ? 2 : first === THREE_BYTES ? 3 : 6; // six of eight: nothing is that long
      length = bytes.readUIntLE(at + 1, size);
      this.start += size === 6 ? 8 : size;
    }
    this.at = this.start + length;
    return true;
  }
}

/** Exact, because every integer stored here is a safe one. In two halves, each small enough for fast arithmetic. */
function readDigits(bytes: Uint8Array, start: number, end: number): number {
  const middle = Math.min(start + SMALL_DIGITS, end);
  let high = 0;
  for (let at = start; at < middle; at++) high = high * 10 + (bytes[at] ?? ZERO) - ZERO;
  if (middle === end) return high;
  let low = 0;
  for (let at = middle; at < end; at++) low = low * 10 + (bytes[at] ?? ZERO) - ZERO;
  return high * 10 ** (end - middle) + low;
}
