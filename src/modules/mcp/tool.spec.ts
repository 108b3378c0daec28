import fc from 'fast-check';
import { z } from 'zod';
import { evenly } from './location-tools.js';
import { limit, parseArguments, schemaOf, text } from './tool-arguments.js';
import { bytesOf, compareBytes, fitted, matcher } from './tool.js';

describe('fitted', () => {
  const make = (shown: readonly string[]) => ({ rows: shown, total: 7, last: shown.at(-1) ?? null });

  it('keeps what fits, and has the most items otherwise, in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 9_000, size: 'max' }), { maxLength: 12 }), (items) => {
        const { content, rows } = fitted(items, make);
        expect(bytesOf(content)).toBeLessThanOrEqual(25_000);
        const { shortened, ...shown } = content;
        expect(shown).toEqual(make(items.slice(0, rows)));
        expect(shortened).toBe(rows < items.length ? true : undefined);
        if (shortened === true) {
          const more = { ...make(items.slice(0, rows + 1)), shortened: true };
          // the last item is in the result twice
          expect(bytesOf(more) + bytesOf(items[rows])).toBeGreaterThan(25_000);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('evenly', () => {
  it('has the first, the last, and equal distances', () => {
    expect([...evenly(5, 5)]).toEqual([0, 1, 2, 3, 4]);
    expect([...evenly(9, 5)]).toEqual([0, 2, 4, 6, 8]);
    expect([...evenly(1_000_000, 2)]).toEqual([0, 999_999]);
    expect(evenly(501, 500).size).toBe(500);
  });
});

describe('matcher', () => {
  it.each([
    ['ÄB', ['xäbx'], true],
    ['ß', ['SS'], false],
    ['a', ['b', 'A'], true],
    ['ΟΔΟΣ', ['ΟΔΟΣΑ'], true],
    ['οδός', ['ΟΔΌΣ 1'], true],
    [undefined, [], true],
  ])('compares %j with %j in lower case', (query, texts, isMatch) => {
    expect(matcher(query)(...texts)).toBe(isMatch);
  });
});

it('compareBytes orders as UTF-8, not as UTF-16', () => {
  expect(['\u{1f69a}', '\uff5e', 'z', 'Z'].sort(compareBytes)).toEqual(['Z', 'z', '\uff5e', '\u{1f69a}']);
});

describe('parseArguments', () => {
  const schema = z.strictObject({ name: text('A name.', 3), limit: limit(1, 5, 2) });

  it('returns arguments with their defaults, and counts characters', () => {
    expect(parseArguments(schema, { name: '🚚🚚🚚' })).toEqual({ name: '🚚🚚🚚', limit: 2 });
  });

  it.each([
    [undefined, '`name` is required; it must be a string of 1 to 3 characters'],
    [null, '`arguments` must be an object'],
    [[], '`arguments` must be an object'],
    ['x', '`arguments` must be an object'],
    [{ name: 'xxxx' }, '`name` must be a string of 1 to 3 characters'],
    [{ name: 'x', limit: 1.5 }, '`limit` must be a whole number from 1 to 5'],
    [{ name: 'x', limit: 1e20 }, /^`limit` must be a whole number from 1 to 5$/],
    [{ name: 'x', other: 1 }, '`other` is not known; known: name, limit'],
    [
      { name: 5, limit: null },
      '`name` must be a string of 1 to 3 characters; `limit` must be a whole number from 1 to 5',
    ],
  ])('refuses %j with the fix', (given, detail) => {
    expect(() => parseArguments(schema, given)).toThrow(detail);
  });

  it('has a JSON Schema without what clients assume', () => {
    expect(schemaOf(schema)).toEqual({
      type: 'object',
      additionalProperties: false,
      required: ['name'],
      properties: {
        name: { type: 'string', description: 'A name.', minLength: 1, maxLength: 3 },
        limit: { type: 'integer', minimum: 1, maximum: 5, default: 2 },
      },
    });
  });
});
