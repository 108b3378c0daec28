import { de } from '../../texts/de.js';
import { en } from '../../texts/en.js';
import { searchTerms } from './search-terms.js';

it.each([
  ['request-7', 'request-7'],
  ['198.51.100.7 Night', '198.51.100.7 night'],
  ['key-1, key-22:', 'key-1 key-22'],
  ['e request-7', 'e request-7'],
])('searches %j as it was typed', (search, expected) => {
  expect(searchTerms(search, en)).toBe(expected);
});

it('also searches for the names with the word in their label', () => {
  expect(searchTerms('regenerated', en)).toBe('regenerated|api_key.regenerated');
  expect(searchTerms('previous:', en)).toMatch(
    /^previous(\|previous_\w+)*\|previous_scopes(\|previous_\w+)*$/,
  );
  expect(searchTerms('Abmeldung', de)).toMatch(/^abmeldung(\|sign_out\.succeeded)?$/);
});

it.each(['', '  ', ',', '|'])('returns undefined for %j', (search) => {
  expect(searchTerms(search, en)).toBeUndefined();
});
