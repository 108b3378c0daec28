import { de } from './de.js';
import { en } from './en.js';

const NAMES = ['one', 'two'] as const;

/** Returns all texts, including those with parameters. */
function textsOf(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  if (typeof part === 'function') return [(part as (...names: readonly string[]) => string)(...NAMES)];
  return Object.values(part as object).flatMap(textsOf);
}

test.each([
  ['English', en, /(?<!API )\bkeys?\b/i],
  ['German', de, /(?<!API-)\bSchlüssel/i],
])('an API key has one name everywhere: %s', (_language, texts, other) => {
  const all = textsOf(texts);
  expect(all.length).toBeGreaterThan(300);
  expect(all.filter((text) => other.test(text))).toEqual([]);
});

const BANNED =
  /\b(somebody|nobody|everybody|whoever|for ever|telephone|at once|besides?|anew|likewise|meanwhile|audit trail)\b/i;

test('the English texts contain no banned word', () => {
  expect(textsOf(en).filter((text) => BANNED.test(text))).toEqual([]);
});
