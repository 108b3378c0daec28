import fc from 'fast-check';
import { z } from 'zod';
import { limit, schemaOf, text } from './tool-arguments.js';
import { bytesOf, compareBytes, fitted } from './tool.js';

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

it('compareBytes orders as UTF-8, not as UTF-16', () => {
  expect(['\u{1f69a}', '\uff5e', 'z', 'Z'].sort(compareBytes)).toEqual(['Z', 'z', '\uff5e', '\u{1f69a}']);
});

it('schemaOf returns a JSON Schema without what clients assume', () => {
  const schema = z.strictObject({ name: text('A name.', 3), limit: limit(1, 5, 2) });
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
