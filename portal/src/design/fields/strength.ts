export const STRENGTHS = ['weak', 'fair', 'strong'] as const;
export type Strength = (typeof STRENGTHS)[number];

const LEAST_CHARACTERS = 12;
const STRONG_CHARACTERS = 18;
/** A shorter part of a name is in many passwords by chance. */
const LEAST_OF_NAME = 4;
const FEW_DIFFERENT = 6;
const MANY_DIFFERENT = 9;
/** A long run of neighbors such as `abcdef` or `123456`. */
const LONG_RUN = 5;
/** One word with digits at its end, such as `password1234`. Attackers try these first. */
const WORD_WITH_DIGITS = /^\p{L}{1,11}\d+$/u;

/**
 * Estimates how hard a password is to guess, by its length and the number of different characters. The service refuses
 * common passwords in addition.
 */
export function strengthOf(password: string, personal: readonly string[]): Strength {
  const characters = [...password.toLowerCase()];
  const different = new Set(characters).size;
  if (characters.length < LEAST_CHARACTERS || different < FEW_DIFFERENT) return 'weak';
  if (hasName(password, personal) || hasRun(characters) || WORD_WITH_DIGITS.test(password)) return 'weak';
  return characters.length >= STRONG_CHARACTERS && different >= MANY_DIFFERENT ? 'strong' : 'fair';
}

function hasName(password: string, personal: readonly string[]): boolean {
  const lower = password.toLowerCase();
  const parts = personal.flatMap((text) => text.toLowerCase().split(/[\s@.,_-]+/));
  return parts.some((part) => part.length >= LEAST_OF_NAME && lower.includes(part));
}

function hasRun(characters: readonly string[]): boolean {
  let run = 1;
  return characters.some((character, index) => {
    const step = (character.codePointAt(0) ?? 0) - (characters[index - 1]?.codePointAt(0) ?? 0);
    run = Math.abs(step) <= 1 ? run + 1 : 1;
    return run > LONG_RUN;
  });
}
