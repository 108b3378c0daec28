import fc, { type Arbitrary } from 'fast-check';
import { HIDDEN_DATA, type HiddenData } from '../../http/hidden-data.js';
import { ByteBuffer } from './byte-buffer.js';
import { masksOf, SENSITIVE_MEMBERS } from './masks.js';
import { MemberBlanker } from './member-blanker.js';

const BLANKED = HIDDEN_DATA.filter((value) => value !== 'exact_location');
const namesOf = (hidden: readonly HiddenData[]): string[] =>
  hidden.flatMap((value) => Object.keys(SENSITIVE_MEMBERS[value]));

/** Blanks the text in a buffer that contains `left` after it. */
function blank(text: string, hidden: readonly HiddenData[], before = '', left = ''): string {
  const json = ByteBuffer.borrow();
  json.text(before + text + left);
  json.length = 0;
  json.text(before);
  const start = json.length;
  json.text(text);
  new MemberBlanker(masksOf(hidden)).blank(json, start);
  const written = json.written.toString();
  json.release();
  expect(written.slice(0, before.length)).toBe(before);
  return written.slice(before.length);
}

/** Returns the expected text, by recursion over the parsed value. */
function expected(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => expected(item, names));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [
    name,
    names.includes(name) && typeof member === 'string' ? '' : expected(member, names),
  ]);
  return Object.fromEntries(members);
}

const ALL_NAMES = namesOf(BLANKED);
const ODD = [
  '"imei":"1"',
  'imei',
  '\\',
  '"',
  '\\"imei',
  '"imei',
  'imsi":"',
  '\\u0069mei',
  ':',
  '\n',
  'ü🚚',
  'x'.repeat(48),
  'x'.repeat(49),
  '',
];
const text = fc.oneof(
  fc.constantFrom(...ODD, ...ALL_NAMES),
  fc.array(fc.constantFrom(...ODD, ...ALL_NAMES), { maxLength: 4 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
// JSON.parse of Node 24 misreads a name with an escape after an object with the name `\`
const name = fc
  .oneof(fc.constantFrom(...ALL_NAMES), text)
  .map((one) => (one === '__proto__' || one === '\\' ? 'x' : one));
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom(null, true, false, 0, 1.5, 128_000_000_000),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 6, noNullPrototype: true }),
  ),
}));
const info: Arbitrary<unknown> = fc.dictionary(name, value, { maxKeys: 8, noNullPrototype: true });
const hidden = fc.subarray([...BLANKED], { minLength: 1 });

/** Writes JSON with spaces and escapes that `JSON.stringify` does not write. */
function writeOddly(parsed: unknown, hasEscapes: boolean, next: () => number): string {
  const space = (): string => ['', '', ' ', '\n', '\t ', '\r\n'][next() % 6]!;
  const quoted = (one: string): string => {
    const escapes = Array.from(
      JSON.stringify(one)
        .slice(1, -1)
        .matchAll(/\\u.{4}|\\.|[^\\]/gsu),
      ([part]) =>
        hasEscapes && part.length === 1 && part < '\u0080' && next() % 5 === 0
          ? `\\u${part.charCodeAt(0).toString(16).padStart(4, '0')}`
          : part,
    );
    return `"${escapes.join('')}"`;
  };
  const write = (one: unknown): string => {
    if (typeof one === 'string') return quoted(one);
    if (Array.isArray(one)) return `[${one.map((item) => space() + write(item) + space()).join(',')}]`;
    if (typeof one !== 'object' || one === null) return JSON.stringify(one);
    const members = Object.entries(one).map(
      ([key, member]) => `${space()}${quoted(key)}${space()}:${space()}${write(member)}${space()}`,
    );
    return `{${members.join(',')}}`;
  };
  return space() + write(parsed) + space();
}

describe('MemberBlanker', () => {
  it('blanks canonical JSON text and changes no other byte', () => {
    fc.assert(
      fc.property(
        info,
        hidden,
        fc.constantFrom('', '"', '"imei":"', 'x'.repeat(65_500)),
        (parsed, which, before) => {
          const canonical = JSON.stringify(parsed);
          const blanked = blank(canonical, which, before);
          expect(blanked).toBe(JSON.stringify(expected(parsed, namesOf(which))));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('blanks JSON text in any other form', () => {
    fc.assert(
      fc.property(
        info,
        hidden,
        fc.boolean(),
        fc.infiniteStream(fc.nat()),
        (parsed, which, hasEscapes, stream) => {
          const written = writeOddly(parsed, hasEscapes, () => Number(stream.next().value));
          const odd = hasEscapes ? written : written.replace(/^\s*\{\s*/, '{').trimEnd(); // begins as the importer's text
          expect(JSON.parse(odd)).toEqual(parsed);
          expect(JSON.parse(blank(odd, which))).toEqual(expected(parsed, namesOf(which)));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('blanks both of two members with one name', () => {
    expect(blank('{"imei":"1","imei":"2"}', ['identifiers'])).toBe('{"imei":"","imei":""}');
  });

  it('blanks strings with escapes before their end', () => {
    for (const one of ['\\\\', '\\"', '\\\\\\"', 'a\\"b', `${'x'.repeat(60)}\\\\`])
      expect(blank(`{"imei":"${one}","x":"${one}"}`, ['identifiers'])).toBe(`{"imei":"","x":"${one}"}`);
  });

  it('blanks members at any distance', () => {
    for (let distance = 0; distance < 100; distance++) {
      const between = 'x'.repeat(distance);
      const info = { imei: '1', between, imsi: '2', gsm: { between, fcm_token: '3', imsi1: '4' } };
      const blanked = { imei: '', between, imsi: '', gsm: { between, fcm_token: '', imsi1: '' } };
      expect(blank(JSON.stringify(info), BLANKED)).toBe(JSON.stringify(blanked));
    }
  });

  it('does not continue a string in bytes that the buffer contained', () => {
    for (const one of ['{"imei":"35}', '{"imei":"35\\}', '{"imei":"1","imei":"35}'])
      for (const left of ['"}', '\\"}', '5","imei":"7"}'])
        expect(blank(one, ['identifiers'], '', left)).toBe('{}');
  });

  it('copies no text that is not JSON', () => {
    const broken = ['{"imei":"35', '{"imei":"35\\"}', '{"\\u0069mei":"35"', "{'imei': '35'}", 'IMEI 35', ''];
    for (const one of broken) expect(blank(one, ['identifiers'])).toBe('{}');
  });
});
