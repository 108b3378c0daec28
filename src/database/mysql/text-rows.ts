import type { PoolConnection } from 'mysql2';
import type { Query, Row } from '../rows/row-reader.js';
import type { SteadySocket } from './steady-socket.js';
import { TextRow } from './text-row.js';

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
  readonly stream: SteadySocket;
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
      on.error(error as Error); // in the driver it would become trouble with the connection
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
