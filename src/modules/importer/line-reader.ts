import { isUtf8 } from 'node:buffer';

export const MAX_LINE_BYTES = 1_048_576;
/** Bytes of a line over the limit that the rejects file contains. */
const SHOWN_BYTES = 1000;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export interface Line {
  /** Counted from 1, including blank lines. */
  readonly number: number;
  readonly text: string;
  readonly fault?: string;
}

/** Yields the lines that end in each chunk. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter();
  for await (const chunk of chunks) yield splitter.push(chunk);
  yield splitter.end();
}

class LineSplitter {
  private number = 0;
  private held: Buffer[] = [];
  private heldBytes = 0;
  private isTooLong = false;

  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end; (end = chunk.indexOf(NEWLINE, start)) !== -1; start = end + 1) {
      this.hold(chunk.subarray(start, end));
      this.finish(lines);
    }
    this.hold(chunk.subarray(start));
    return lines;
  }

  end(): Line[] {
    const lines: Line[] = [];
    this.finish(lines);
    return lines;
  }

  private hold(piece: Buffer): void {
    if (this.isTooLong || piece.length === 0) return;
    this.held.push(piece);
    this.heldBytes += piece.length;
    if (this.heldBytes <= MAX_LINE_BYTES) return;
    this.isTooLong = true;
    this.held = [Buffer.concat(this.held, SHOWN_BYTES)];
  }

  private finish(lines: Line[]): void {
    const bytes = this.held.length === 1 ? this.held[0] : Buffer.concat(this.held);
    const line = this.lineOf(++this.number, bytes ?? Buffer.alloc(0));
    if (line) lines.push(line);
    this.held = [];
    this.heldBytes = 0;
    this.isTooLong = false;
  }

  private lineOf(number: number, whole: Buffer): Line | undefined {
    const bytes = withoutMarks(whole, number === 1);
    if (this.isTooLong) {
      const fault = 'longer than 1 MiB; only its beginning is shown here';
      return { number, text: bytes.toString('utf8'), fault };
    }
    const text = bytes.toString('utf8');
    if (!isUtf8(bytes)) return { number, text, fault: 'not valid UTF-8' };
    return text.trim() === '' ? undefined : { number, text };
  }
}

function withoutMarks(bytes: Buffer, isFirst: boolean): Buffer {
  const hasMark = isFirst && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const end = bytes.at(-1) === RETURN ? bytes.length - 1 : bytes.length;
  return bytes.subarray(hasMark ? BYTE_ORDER_MARK.length : 0, end);
}
