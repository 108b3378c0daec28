export const STRENGTHS = ['weak', 'fair', 'strong'] as const;
export type Strength = (typeof STRENGTHS)[number];

const MIN_LENGTH = 12;
const STRONG_LENGTH = 18;
/** A shorter part of a name is in many passwords by chance. */
const MIN_NAME_PART_LENGTH = 4;
const MIN_DISTINCT = 6;
const STRONG_DISTINCT = 9;
/** A long run of neighbors such as `abcdef` or `123456`. */
const LONG_RUN = 5;
/** One word with digits at its end, such as `password1234`. Attackers try these first. */
const WORD_WITH_DIGITS = /^\p{L}{1,11}\d+$/u;

/**
 * Estimates how hard a password is to guess, by its length and the number of different characters. The service refuses
 * common passwords in addition.
 */
export function estimateStrength(password: string, personalInfo: readonly string[]): Strength {
  const characters = [...password.toLowerCase()];
  const distinct = new Set(characters).size;
  if (characters.length < MIN_LENGTH || distinct < MIN_DISTINCT) return 'weak';
  if (hasName(password, personalInfo) || hasRun(characters) || WORD_WITH_DIGITS.test(password)) return 'weak';
  return characters.length >= STRONG_LENGTH && distinct >= STRONG_DISTINCT ? 'strong' : 'fair';
}

function hasName(password: string, personalInfo: readonly string[]): boolean {
  const lower = password.toLowerCase();
  const parts = personalInfo.flatMap((text) => text.toLowerCase().split(/[\s@.,_-]+/));
  return parts.some((part) => part.length >= MIN_NAME_PART_LENGTH && lower.includes(part));
}

function hasRun(characters: readonly string[]): boolean {
  let run = 1;
  return characters.some((character, index) => {
    const step = (character.codePointAt(0) ?? 0) - (characters[index - 1]?.codePointAt(0) ?? 0);
    run = Math.abs(step) <= 1 ? run + 1 : 1;
    return run > LONG_RUN;
  });
}
