import type { ServerResponse } from 'node:http';
import { dropSlowClients, type Sending } from './slow-clients.js';

/** As much of a response as is looked at: bytes that wait for the reader, and bytes that have left. */
class Reader {
  isDropped = false;
  writableEnded = false;
  socket = { bytesWritten: 0 };
  req = { socket: { resetAndDestroy: () => (this.isDropped = true) } };
  readonly sending: Sending = { response: this as unknown as ServerResponse, sent: -1, movedAt: 0 };

  constructor(public writableLength: number) {
    this.socket.bytesWritten = writableLength;
  }

  /** What left makes room for as much more. */
  takes(bytes: number): void {
    this.socket.bytesWritten += bytes;
  }
}

/** Looks at the readers, each with what was seen of it before. */
function look(readers: readonly Reader[], second: number, queued = 0): void {
  const sendings = readers.map(({ sending }) => sending);
  dropSlowClients(sendings, second * 1000, queued);
}

const PIECE = 65_536;
const MEGABYTE = 1_048_576;

it('drops who has taken nothing for more than three minutes', () => {
  const reader = new Reader(PIECE);
  for (let second = 0; second <= 180; second += 10) look([reader], second);
  expect(reader.isDropped).toBe(false);
  look([reader], 181);
  expect(reader.isDropped).toBe(true);
});

it('keeps who takes a little in every three minutes', () => {
  const reader = new Reader(PIECE);
  for (let second = 0; second < 1800; second += 150) {
    look([reader], second);
    reader.takes(1);
  }
  expect(reader.isDropped).toBe(false);
});

it('counts anew when everything was taken in between', () => {
  const reader = new Reader(PIECE);
  look([reader], 0);
  reader.writableLength = 0;
  look([reader], 150);
  reader.writableLength = PIECE;
  look([reader], 170);
  look([reader], 340);
  expect(reader.isDropped).toBe(false);
});

it('drops those who have taken nothing for longest, as many as others wait for, after twelve seconds', () => {
  const [first, second, third] = [new Reader(PIECE), new Reader(PIECE), new Reader(PIECE)];
  look([first], 0, 2);
  look([third, second, first], 1, 2);
  look([third, second, first], 2, 2);
  third.takes(1);
  look([third, second, first], 12, 2);
  expect([first, second, third].map(({ isDropped }) => isDropped)).toEqual([false, false, false]);
  look([third, second, first], 14, 1);
  expect([first, second, third].map(({ isDropped }) => isDropped)).toEqual([true, false, false]);
  look([third, second], 15, 2);
  expect([first, second, third].map(({ isDropped }) => isDropped)).toEqual([true, true, false]);
});

it('takes no place for wanted that is free already', () => {
  const [ended, running] = [new Reader(PIECE), new Reader(PIECE)];
  ended.writableEnded = true;
  look([ended], 0, 1);
  look([ended, running], 1, 1);
  look([ended, running], 14, 1);
  expect([ended.isDropped, running.isDropped]).toEqual([false, true]);
});

it('drops those who hold most when all together hold more than 64 MB, and no more than that takes', () => {
  const readers = [40, 1, 30, 2].map((size) => new Reader(size * MEGABYTE));
  look(readers, 0);
  expect(readers.map(({ isDropped }) => isDropped)).toEqual([true, false, false, false]);
});
