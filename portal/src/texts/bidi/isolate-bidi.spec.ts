import { de } from '../de.js';
import { en } from '../en.js';
import { isolateBidi } from './isolate-bidi.js';

it.each(['Night report', 'Über 7 % „Nacht“', '夜間レポート', '🚚 fleet'])('returns %j unchanged', (name) => {
  expect(isolateBidi(name)).toBe(name);
});

it.each([
  ['\u202Ereversed', '\u2068\u202Ereversed\u2069'],
  ['תקווה', '\u2068תקווה\u2069'],
  ['\u200Fmark', '\u2068\u200Fmark\u2069'],
  ['out\u2069\u202Eside', '\u2068out\u202Eside\u2069'],
  ['\u2067open', '\u2068\u2067open\u2069\u2069'],
  ['\u2066whole\u2069', '\u2068\u2066whole\u2069\u2069'],
])('isolates %j', (name, kept) => {
  expect(isolateBidi(name)).toBe(kept);
});

it.each([
  ['English', en],
  ['German', de],
])('isolates the name in every sentence in %s', (_language, { keys, form, ...texts }) => {
  const name = '\u202Ereversed';
  const sentences = [
    keys.editOf(name),
    keys.regenerateOf(name),
    keys.deleteOf(name),
    keys.saved(name),
    keys.deleted(name),
    form.renamed(name, name),
    texts.regenerate.title(name),
    texts.remove.title(name),
    texts.issued.title(name),
    texts.leave.text(name),
    texts.activity.deletedKey(name),
    texts.signIn.signInWith(name),
    texts.signIn.providerSessionNote(name),
    texts.signIn.signOutOf(name),
  ];
  for (const sentence of sentences) {
    expect(sentence).toContain(isolateBidi(name));
    expect(sentence.replaceAll(isolateBidi(name), '')).not.toContain(name);
  }
});
