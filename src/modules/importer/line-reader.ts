import { isUtf8 } from 'node:buffer';

export const MAX_LINE_BYTES = 1_048_576;
/** Bytes of a line over the limit that the rejects file contains. */
const SHOWN_BYTES = 1000;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const NOTHING = Buffer.alloc(0);

export interface Line {
  /** Counted from 1, including blank lines. */
  readonly number: number;
  readonly text: string;
  readonly fault?: string;
}

/** Yields the lines that end in each chunk. Skips blank lines. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  let number = 0;
  let rest: Buffer = NOTHING;
  for await (const chunk of chunks) {
    const lines: Line[] = [];
    let start = 0;
    for (let end; (end = chunk.indexOf(NEWLINE, start)) !== -1; start = end + 1) {
      const line = lineOf(++number, joined(rest, chunk.subarray(start, end)));
      if (line) lines.push(line);
      rest = NOTHING;
    }
    rest = joined(rest, chunk.subarray(start));
    yield lines;
  }
  const last = lineOf(++number, rest);
  if (last) yield [last];
}

/** Joins two parts of a line, and drops the bytes beyond the size limit. */
function joined(rest: Buffer, piece: Buffer): Buffer {
  if (rest.length === 0) return piece;
  return rest.length > MAX_LINE_BYTES ? rest : Buffer.concat([rest, piece]);
}

function lineOf(number: number, whole: Buffer): Line | undefined {
  const hasMark = number === 1 && whole.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const start = hasMark ? BYTE_ORDER_MARK.length : 0;
  if (whole.length > MAX_LINE_BYTES) {
    const text = whole.toString('utf8', start, SHOWN_BYTES);
    return { number, text, fault: 'longer than 1 MiB; only its beginning is shown here' };
  }
  const bytes = whole.subarray(start, whole.at(-1) === RETURN ? -1 : undefined);
  const text = bytes.toString('utf8');
  if (!isUtf8(bytes)) return { number, text, fault: 'not valid UTF-8' };
  return text.trim() === '' ? undefined : { number, text };
}
