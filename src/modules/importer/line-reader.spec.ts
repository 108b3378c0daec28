import { MAX_LINE_BYTES, readLines, type Line } from './line-reader.js';

async function linesOf(bytes: Buffer | string, pieceSize = Infinity): Promise<Line[]> {
  const whole = Buffer.from(bytes);
  async function* pieces(): AsyncGenerator<Buffer> {
    const size = Math.min(pieceSize, Math.max(whole.length, 1));
    for (let at = 0; at < whole.length; at += size)
      yield await Promise.resolve(whole.subarray(at, at + size));
  }
  const lines: Line[] = [];
  for await (const group of readLines(pieces())) lines.push(...group);
  return lines;
}

describe('readLines', () => {
  it.each([1, 2, 3, 5, 7, 1000])(
    'returns the same lines for any size of the chunks: %i bytes',
    async (size) => {
      const text = '\ufeff{"a":1}\r\n\n{"b":"Grüße 😀"}\n   \t\r\n{"c":3}';
      expect(await linesOf(text, size)).toEqual([
        { number: 1, text: '{"a":1}' },
        { number: 3, text: '{"b":"Grüße 😀"}' },
        { number: 5, text: '{"c":3}' },
      ]);
    },
  );

  it('accepts a last line with and without its newline', async () => {
    expect(await linesOf('a\nb\n')).toEqual(await linesOf('a\nb'));
  });

  it('returns nothing for an empty file or blank lines', async () => {
    expect(await linesOf('')).toEqual([]);
    expect(await linesOf('\ufeff\n\r\n  \n')).toEqual([]);
  });

  it('ignores a byte order mark only at the start', async () => {
    expect(await linesOf('a\n\ufeffb')).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: '\ufeffb' },
    ]);
  });

  it.each([
    ['a byte that begins nothing', [0x22, 0xff, 0x22]],
    ['a character cut short', [0x22, 0xf0, 0x9f, 0x98]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['more bytes than needed', [0xc0, 0xaf]],
  ])('marks a line that is not UTF-8: %s', async (_what, bytes) => {
    const lines = await linesOf(Buffer.from([...bytes, 0x0a, 0x61]));
    expect(lines).toEqual([
      { number: 1, text: expect.stringContaining('\ufffd') as string, fault: 'not valid UTF-8' },
      { number: 2, text: 'a' },
    ]);
  });

  it('accepts a line of up to 1 MiB', async () => {
    const longest = 'x'.repeat(MAX_LINE_BYTES);
    const lines = await linesOf(`${longest}\n${longest}y\nz\n`, 65_536);
    expect(lines.map(({ number, text, fault }) => [number, text.length, fault])).toEqual([
      [1, MAX_LINE_BYTES, undefined],
      [2, 1000, expect.stringContaining('longer than 1 MiB')],
      [3, 1, undefined],
    ]);
  });

  it('does not buffer a line that is too long', async () => {
    async function* endless(): AsyncGenerator<Buffer> {
      for (let count = 0; count < 400; count++) yield await Promise.resolve(Buffer.alloc(1024 * 1024, 'x'));
    }
    const before = process.memoryUsage().arrayBuffers;
    const lines: Line[] = [];
    for await (const group of readLines(endless())) lines.push(...group);
    expect(lines).toHaveLength(1);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200 * 1024 * 1024);
  });
});
