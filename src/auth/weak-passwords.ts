import { COMMON_PASSWORDS } from './common-passwords.js';

const COMMON = 'The password is one of the 10,000 most common passwords, with or without digits at its end.';
const PERSONAL = 'The password consists of your name, your e-mail address, or the name of your enterprise.';

const MIN_WORD = 3;
/** A password is personal if it has fewer other letters than this. */
const MIN_OTHER_LETTERS = 4;

/** Returns the reason why a password is easy to guess. `names` are those of the user and of the enterprise. */
export function weaknessOf(password: string, names: readonly string[]): string | undefined {
  if (isCommon(password)) return COMMON;
  return isPersonal(password, names) ? PERSONAL : undefined;
}

const inPlainForm = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Does not keep the set in memory, because users rarely set a password. */
function isCommon(password: string): boolean {
  const common = new Set(COMMON_PASSWORDS.split(' '));
  let rest = inPlainForm(password);
  while (!common.has(rest)) {
    if (!/\d$/.test(rest)) return false;
    rest = rest.slice(0, -1);
  }
  return true;
}

function isPersonal(password: string, names: readonly string[]): boolean {
  const words = names.flatMap((name) => inPlainForm(name).split(/[^\p{L}\p{N}]+/u));
  const longestFirst = words.filter(({ length }) => length >= MIN_WORD).sort((a, b) => b.length - a.length);
  const letters = inPlainForm(password).replaceAll(/[^\p{L}\p{N}]/gu, '');
  const others = longestFirst.reduce((text, word) => text.replaceAll(word, ''), letters);
  return others !== letters && others.replaceAll(/\p{N}/gu, '').length < MIN_OTHER_LETTERS;
}
