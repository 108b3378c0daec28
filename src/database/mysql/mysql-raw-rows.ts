import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { PoolConnection } from 'mysql2';
import type { ByteTarget, Query, Row } from '../rows/reader.js';

/**
 * Reads rows from the packets of the text protocol, through private parts of mysql2. Its public way (`typeCast: false`) was measured:
 * all locations came at 0.61 of this rate, and the data usage of one device at 0.81 (`npm run bench -- --before`). So the version of
 * mysql2 is pinned, and a test compares the rows with those of the public way, byte for byte.
 */

/** The size of one read. */
const READ_BYTES = 65_536;
const NULL = 0xfb;
const TWO_BYTES = 0xfc;
const THREE_BYTES = 0xfd;
const MINUS = 0x2d;
const ZERO = 0x30;
const SMALL_DIGITS = 9;

/** A packet, valid only while it is handled. */
interface Packet {
  readonly buffer: Buffer;
  readonly offset: number;
  isEOF(): boolean;
}

type State = (packet: Packet) => State | null;

/** The states of mysql2's query command. Each state takes a packet and returns the next state. */
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
  /** Contains the beginning of a packet that is not complete yet. */
  readonly packetParser: { readonly buffer: Buffer[] };
}

/** Runs a query and passes each row as the bytes that the server sent. The driver does not parse values or columns. */
export function queryRawRows(
  connection: PoolConnection,
  { sql, parameters }: Query,
  on: { row: (row: Row) => void; error: (error: Error) => void; end: () => void },
): void {
  const command = connection.query({ sql, values: [...parameters] }) as unknown as QueryCommand;
  const { stream, packetParser } = connection as unknown as Internals;
  const row = new RawRow();
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
      on.error(error as Error); // the driver would treat it as an error of the connection
    }
    return readRow;
  };
  // All complete rows of a chunk are read already. Only the beginning of the next one must outlast the buffer.
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

/** A row of the text protocol. Each column is its length and its text in UTF-8, which is copied without becoming a string. */
class RawRow implements Row {
  private bytes: Buffer = Buffer.alloc(0);
  /** The offset of the next column. */
  private at = 0;
  /** The offset of the text of the current column, which ends at `at`. */
  private start = 0;

  /** Points this object at another row. */
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

  /** Moves to the next column. Returns false if it is null. */
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
      const size = first === TWO_BYTES ? 2 : first === THREE_BYTES ? 3 : 6; // six of eight bytes: no value is longer
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

interface ReusedBufferSocket extends Socket {
  /** Set while rows are read: chunks are then views of the reused buffer, and this is called after each. Otherwise chunks are copies. */
  onChunkTaken?: (() => void) | undefined;
}

/**
 * Opens a socket for a database connection that reads into one buffer. A plain socket allocates a buffer for every read, and tens of
 * megabytes of them wait for the garbage collector during a long result.
 */
export function openReusedBufferSocket(options: NetConnectOpts): ReusedBufferSocket {
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  const callback = (size: number): boolean => {
    const chunk = buffer.subarray(0, size);
    const { onChunkTaken } = socket;
    socket.emit('data', onChunkTaken ? chunk : Buffer.from(chunk));
    onChunkTaken?.();
    return true;
  };
  const socket: ReusedBufferSocket = connect({ ...options, onread: { buffer, callback } });
  return socket;
}
