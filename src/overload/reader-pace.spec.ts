import type { ServerResponse } from 'node:http';
import { ReaderPace } from './reader-pace.js';

/** As much of a response as the pace looks at: bytes that wait for the reader, and bytes that have left. */
class Reader {
  isDropped = false;
  socket = { bytesWritten: 0 };
  req = { socket: { destroy: () => (this.isDropped = true) } };

  constructor(public writableLength: number) {
    this.socket.bytesWritten = writableLength;
  }

  /** What left makes room for as much more. */
  takes(bytes: number): void {
    this.socket.bytesWritten += bytes;
  }
}

const pace = (): { enforce: (readers: readonly Reader[], seconds: number) => void } => {
  const enforced = new ReaderPace();
  return {
    enforce: (readers, seconds) =>
      enforced.enforce(readers as unknown as readonly ServerResponse[], seconds * 1000),
  };
};

const PIECE = 65_536;
const MEGABYTE = 1_048_576;

it('drops who has taken nothing for more than a minute', () => {
  const reader = new Reader(PIECE);
  const { enforce } = pace();
  for (let second = 0; second <= 60; second += 10) enforce([reader], second);
  expect(reader.isDropped).toBe(false);
  enforce([reader], 61);
  expect(reader.isDropped).toBe(true);
});

it('keeps who takes a little in every minute', () => {
  const reader = new Reader(PIECE);
  const { enforce } = pace();
  for (let second = 0; second < 600; second += 50) {
    enforce([reader], second);
    reader.takes(1);
  }
  expect(reader.isDropped).toBe(false);
});

it('counts the minute anew when everything was taken in between', () => {
  const reader = new Reader(PIECE);
  const { enforce } = pace();
  enforce([reader], 0);
  reader.writableLength = 0;
  enforce([reader], 50);
  reader.writableLength = PIECE;
  enforce([reader], 59);
  enforce([reader], 110);
  expect(reader.isDropped).toBe(false);
});

it('drops those who hold most when all together hold more than 64 MB, and no more than that takes', () => {
  const readers = [40, 1, 30, 2].map((size) => new Reader(size * MEGABYTE));
  pace().enforce(readers, 0);
  expect(readers.map(({ isDropped }) => isDropped)).toEqual([true, false, false, false]);
});
