import { de } from '../../../texts/de.js';
import { en } from '../../../texts/en.js';
import { searchTerms } from './search-terms.js';

const writeTime = (at: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'long' }).format(
    new Date(at),
  );
const terms = (search: string, texts = en) => searchTerms(search, texts, writeTime);

it.each([
  ['request-7', 'request-7'],
  ['198.51.100.7 Night', '198.51.100.7 night'],
  ['key-1|key-22', 'key-22'],
])('looks for %j as it was typed', (search, expected) => {
  expect(terms(search)).toBe(expected);
});

it('looks also for what the language has this name for', () => {
  expect(terms('regenerated')).toBe('regenerated|api_key.regenerated');
  expect(terms('before:')).toMatch(/^before(\|previous_\w+)*\|previous_scopes(\|previous_\w+)*$/);
  expect(terms('Abmeldung', de)).toMatch(/^abmeldung(\|sign_out\.succeeded)?$/);
});

it.each(['Dec', 'UTC', '31.12.2025', '31.', ',', '|', '  '])(
  'leaves out %j, which the service cannot know',
  (search) => {
    expect(terms(search)).toBeUndefined();
  },
);

it('leaves out what nearly every name has in it', () => {
  expect(terms('e request-7')).toBe('request-7');
});
