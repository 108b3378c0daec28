import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString, MaxLength, ValidateBy, ValidateIf } from 'class-validator';

/** What the members of bodies are held to, beside the rules of class-validator. */

/** Checks a member only where the body has it. Null is checked. */
export const IfGiven = (): PropertyDecorator =>
  ValidateIf((_body: unknown, value: unknown) => value !== undefined);

/** Brings a text into the form in which it is kept, before it is checked. */
export const InForm = (form: (text: string) => string): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? form(value) : value));

/** An e-mail address as it is kept: in whatever case, it is one person's. */
export const InAddressForm = (): PropertyDecorator => InForm((text) => text.trim().toLowerCase());

/** Refuses a value of which `problemOf` says what is wrong with it. */
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
 * What makes a text look like another one or like none: control, zero-width and direction characters, line separators, fillers, halves of
 * surrogate pairs. How an emoji is to be drawn may be said behind it.
 */
const UNSEEN = /(?!(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u;

export function isVisibleThroughout(text: string): boolean {
  return !UNSEEN.test(text);
}

/** A name as it is kept: without space around it, and the same characters in one form however they were typed. */
export function tidyName(text: string): string {
  // a byte order mark is no space, though trim() takes it for one
  return (text.includes('\ufeff') ? text : text.trim()).normalize();
}
