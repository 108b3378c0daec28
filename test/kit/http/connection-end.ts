import { connect, type Socket } from 'node:net';

/** A connection that reads nothing until it is asked for its end. */
export function connectAndWait(port: number, text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).pause();
  socket.write(text);
  return socket;
}

/**
 * How the other side ended it, for who reads all that comes. Node tells of a reset as of an ordinary end when the last bytes before it
 * come with it; but only after an ordinary end can something still be written.
 */
export function connectionEnd(socket: Socket): Promise<'reset' | 'closed'> {
  return new Promise((resolve) => {
    socket.on('error', () => resolve('reset'));
    socket.on('end', () => socket.write('\n', (error) => resolve(error ? 'reset' : 'closed')));
    socket.on('close', () => resolve('reset'));
    socket.resume();
  });
}
