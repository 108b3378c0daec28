import { connect, type Socket, type NetConnectOpts } from 'node:net';

/** As much as one read brings. */
const READ_BYTES = 65_536;

/** A socket that reads into the same memory again and again. */
export interface SteadySocket extends Socket {
  /**
   * Set while the listener is done with a chunk when it returns: chunks then stand in that memory. Called after each, to copy what must
   * outlast it. Else each chunk is memory of its own.
   */
  onChunkTaken?: (() => void) | undefined;
}

/**
 * For a database connection. A plain socket takes new memory for every read, and during a long result tens of megabytes of it wait for
 * the garbage collector.
 */
export function openSteadySocket(options: NetConnectOpts): SteadySocket {
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  const callback = (size: number): boolean => {
    const chunk = buffer.subarray(0, size);
    const { onChunkTaken } = socket;
    socket.emit('data', onChunkTaken ? chunk : Buffer.from(chunk));
    onChunkTaken?.();
    return true;
  };
  const socket: SteadySocket = connect({ ...options, onread: { buffer, callback } });
  return socket;
}
