import fc from 'fast-check';
import { ByteBuffer, quote } from './byte-buffer.js';

const wellFormed = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(fc.constantFrom('"', '\\', 'a'.repeat(60), '\u0001', '\u2028', '😀'), { maxLength: 6 })
    .map((parts) => parts.join('')),
);

it('writes any text as JSON.stringify does', () => {
  const anyText = fc.oneof(
    wellFormed,
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      expect(quote(text)).toBe(JSON.stringify(text));
    }),
    {
      numRuns: 500,
      examples: ['', '"\\/', '\b\f\n\r\t\u0000\u001f', '\u007f\u2028\u2029\ufeff', '\ud800'].map((text) => [
        text,
      ]),
    },
  );
});

describe('ByteBuffer', () => {
  const used: ByteBuffer[] = [];
  const borrow = (): ByteBuffer => {
    const bytes = ByteBuffer.borrow();
    used.push(bytes);
    return bytes;
  };
  afterEach(() => used.splice(0).forEach((bytes) => bytes.release()));

  it('quotes the UTF-8 of any text as JSON.stringify does, from any offset of the source', () => {
    fc.assert(
      fc.property(wellFormed, fc.nat(3), (text, before) => {
        const source = Buffer.concat([Buffer.alloc(before, '"'), Buffer.from(text), Buffer.from('"x')]);
        const bytes = borrow();
        bytes.quotedBytes(source, before, source.length - 2);
        expect(bytes.written.toString()).toBe(JSON.stringify(text));
      }),
      { numRuns: 500 },
    );
  });

  it('inserts text between written text, even if its buffer grows', () => {
    fc.assert(
      fc.property(
        wellFormed,
        wellFormed,
        wellFormed,
        fc.constantFrom(0, 65_500),
        (before, put, after, filled) => {
          const bytes = borrow();
          bytes.text(before + 'x'.repeat(filled) + after);
          bytes.insert(Buffer.byteLength(before), put);
          expect(bytes.written.toString() === before + put + 'x'.repeat(filled) + after).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('keeps the order while its buffer grows', () => {
    const pieces = fc.array(fc.tuple(fc.nat(4), wellFormed), { maxLength: 30 });
    fc.assert(
      fc.property(pieces, fc.nat(66_000), (parts, filled) => {
        const bytes = borrow();
        bytes.text('x'.repeat(filled));
        let expected = 'x'.repeat(filled);
        for (const [kind, text] of parts) {
          const source = Buffer.from(text);
          if (kind === 0) bytes.byte(0x2c);
          else if (kind === 1) bytes.text(text);
          else if (kind === 2) bytes.quoted(text);
          else if (kind === 3) bytes.bytes(source, 0, source.length);
          else bytes.quotedBytes(source, 0, source.length);
          expected += [',', text, JSON.stringify(text), text, JSON.stringify(text)][kind]!;
        }
        expect(bytes.written.toString() === expected).toBe(true);
        expect(bytes.length).toBe(Buffer.byteLength(expected));
      }),
      { numRuns: 100 },
    );
  });

  it('lends each buffer once, and empties returned ones', () => {
    const one = borrow();
    const other = borrow();
    expect(one).not.toBe(other);
    one.text('left behind');
    used.splice(0).forEach((bytes) => bytes.release());
    const again = [borrow(), borrow()];
    expect(new Set(again)).toEqual(new Set([one, other]));
    expect(again.map(({ length }) => length)).toEqual([0, 0]);
  });

  it('does not reuse a very large buffer', () => {
    const large = ByteBuffer.borrow();
    large.text('x'.repeat(400_000));
    large.release();
    expect(borrow()).not.toBe(large);
  });
});
