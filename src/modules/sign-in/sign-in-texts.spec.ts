import { SIGN_IN_ERRORS } from './oidc.service.js';
import { common as german } from '../../../portal/src/texts/de/common.js';
import { common as english } from '../../../portal/src/texts/en/common.js';

describe.each([
  ['English', english],
  ['German', german],
])('The %s texts', (_language, { signIn }) => {
  it('contain a sentence for every error of single sign-on', () => {
    expect(Object.keys(signIn.singleSignOnFailed).sort()).toEqual([...SIGN_IN_ERRORS].sort());
    expect(new Set(Object.values(signIn.singleSignOnFailed)).size).toBe(SIGN_IN_ERRORS.length);
  });
});

it.each([
  [1, '1 second', '1 Sekunde'],
  [59, '59 seconds', '59 Sekunden'],
  [60, '1 minute', '1 Minute'],
  [892, '15 minutes', '15 Minuten'],
  [3600, '1 hour', '1 Stunde'],
  [3601, '2 hours', '2 Stunden'],
])('shows a wait of %d seconds in a suitable unit', (seconds, inEnglish, inGerman) => {
  expect(english.problems.wait(seconds)).toBe(`Too many attempts. Try again in ${inEnglish}.`);
  expect(german.problems.wait(seconds)).toBe(
    `Zu viele Versuche. Versuchen Sie es in ${inGerman} noch einmal.`,
  );
});
