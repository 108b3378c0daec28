import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString, MaxLength, ValidateBy, ValidateIf } from 'class-validator';

export const IfGiven = (): PropertyDecorator =>
  ValidateIf((_body: unknown, value: unknown) => value !== undefined);

export const InForm = (form: (text: string) => string): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? form(value) : value));

export const Refuses = (problemOf: (value: unknown) => string | undefined): PropertyDecorator =>
  ValidateBy({
    name: 'refuses',
    validator: {
      validate: (value: unknown) => problemOf(value) === undefined,
      defaultMessage: (args) => problemOf(args?.value) ?? '',
    },
  });

export const NO_TEXT = 'must be a string';

export const IsText = (most: number): PropertyDecorator =>
  applyDecorators(
    IsString({ message: NO_TEXT }),
    MaxLength(most, { message: `must have at most ${most} characters` }),
  );

/**
 * Matches invisible characters, which make a text look empty or like another text. Allows variation
 * selectors after an emoji.
 */
const UNSEEN = /(?!(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u;

export function isVisibleThroughout(text: string): boolean {
  return !UNSEEN.test(text);
}

const MAX_LISTED = 100;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const escaped = (character: string): string =>
  `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0') ?? ''}`;

/** Escapes characters that a terminal or a log would not show as they are. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, escaped);

const BEFORE_VALUES = '; not ';

/** Ends an error with the wrong values. */
export const notThese = (values: readonly string[]): string =>
  BEFORE_VALUES + shortened(values.map((value) => JSON.stringify(value)).join(', '));

export const withoutValues = (error: string): string => error.split(BEFORE_VALUES, 1)[0] ?? '';

/** The characters of a key that its hint does not show. Also matches a key whose end was cut off. */
const UNSHOWN = /(?<=cda_[0-9A-Za-z]{4})[0-9A-Za-z]{4,}(?=[0-9A-Za-z]{4})/g;

/** Escapes and shortens a text of a client for an error. Shortens API keys in it to their hints. */
export function shortened(text: string): string {
  const characters = Array.from(printable(text.replaceAll(UNSHOWN, '…')));
  return characters.length <= MAX_LISTED
    ? characters.join('')
    : `${characters.slice(0, MAX_LISTED - 3).join('')}...`;
}

export const ONCE = 'must be sent once';

/** Returns the error of a value that is not in a list. */
export const notOneOf = (allowed: readonly string[], value: unknown): string =>
  Array.isArray(value) ? ONCE : `must be one of: ${allowed.join(', ')}${notThese([String(value)])}`;

export const notWithin = (most: number, value: unknown): string =>
  Array.isArray(value) ? ONCE : `must be a whole number from 1 to ${most}${notThese([String(value)])}`;

export function tidyName(text: string): string {
  // keeps a byte order mark, which trim() would remove and which must be rejected
  return (text.includes('\ufeff') ? text : text.trim()).normalize();
}
