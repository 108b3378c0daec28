import { connect, type Socket, type NetConnectOpts } from 'node:net';

/** As much as one read brings. */
const READ_BYTES = 65_536;

export interface ReusedBufferSocket extends Socket {
  /**
   * Set while the listener is done with a chunk when it returns: chunks are then views of the reused buffer. Called after each, to copy
   * what must outlast it. Without it each chunk is a copy.
   */
  onChunkTaken?: (() => void) | undefined;
}

/**
 * For a database connection. A plain socket allocates a buffer for every read, and during a long result tens of megabytes of them wait
 * for the garbage collector.
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
