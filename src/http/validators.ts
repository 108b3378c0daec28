import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString, MaxLength, ValidateBy, ValidateIf } from 'class-validator';

/** Skips the checks of an absent member. Null is checked. */
export const IfGiven = (): PropertyDecorator =>
  ValidateIf((_body: unknown, value: unknown) => value !== undefined);

/** Normalizes a text before it is checked. */
export const InForm = (form: (text: string) => string): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? form(value) : value));

/** Normalizes an e-mail address. Addresses that differ in case belong to one person. */
export const InAddressForm = (): PropertyDecorator => InForm((text) => text.trim().toLowerCase());

/** Refuses a value for which `problemOf` returns an error message. */
export const Refuses = (problemOf: (value: unknown) => string | undefined): PropertyDecorator =>
  ValidateBy({
    name: 'refuses',
    validator: {
      validate: (value: unknown) => problemOf(value) === undefined,
      defaultMessage: (args) => problemOf(args?.value) ?? '',
    },
  });

export const NO_TEXT = 'should be a text';

export const IsText = (most: number): PropertyDecorator =>
  applyDecorators(
    IsString({ message: NO_TEXT }),
    MaxLength(most, { message: `should have at most ${most} characters` }),
  );

/**
 * Matches characters that make a text look empty or like another text: control, zero-width and direction characters, line separators,
 * fillers and lone surrogates. Variation selectors are allowed after an emoji.
 */
const UNSEEN = /(?!(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u;

export function isVisibleThroughout(text: string): boolean {
  return !UNSEEN.test(text);
}

/** Trims a name and normalizes its characters to NFC. */
export function tidyName(text: string): string {
  // trim() would remove a byte order mark, which must be refused instead
  return (text.includes('\ufeff') ? text : text.trim()).normalize();
}
