import { applyDecorators } from '@nestjs/common';
import { InForm, NO_TEXT, Refuses, isVisibleThroughout, tidyName } from '../../http/validators.js';

const MIN_PASSWORD_CHARACTERS = 12;
const MAX_PASSWORD_CHARACTERS = 1000;
const MAX_EMAIL_CHARACTERS = 254;
const MAX_NAME_CHARACTERS = 500;

export const WRONG_EMAIL = 'should be like name@example.com, without invisible characters';
export const WRONG_NAME = `should have 1 to ${MAX_NAME_CHARACTERS} characters, none of them a control, zero-width or direction character`;

export function isEmail(text: string): boolean {
  return (
    isVisibleThroughout(text) &&
    /^[^\s\p{Cc}\p{Cs}@]+@[^\s\p{Cc}\p{Cs}@]+$/u.test(text) &&
    text.length <= MAX_EMAIL_CHARACTERS
  );
}

/** Returns the stored form (NFKC, lower case), so that equivalent spellings are one account. */
export const tidyEmail = (text: string): string => text.normalize('NFKC').toLowerCase();

export function isPersonName(text: string): boolean {
  return isVisibleThroughout(text) && text.trim() !== '' && text.length <= MAX_NAME_CHARACTERS;
}

/** Counts code points, not UTF-16 code units. */
export function passwordProblem(password: string): string | undefined {
  const { length } = [...password];
  if (length < MIN_PASSWORD_CHARACTERS) return `should have at least ${MIN_PASSWORD_CHARACTERS} characters`;
  if (length > MAX_PASSWORD_CHARACTERS) return `should have at most ${MAX_PASSWORD_CHARACTERS} characters`;
  return undefined;
}

const rule = (problemOf: (text: string) => string | undefined): PropertyDecorator =>
  Refuses((value) => (typeof value === 'string' ? problemOf(value) : NO_TEXT));

export const IsPersonEmail = (): PropertyDecorator =>
  rule((text) => (isEmail(text) ? undefined : WRONG_EMAIL));

export const IsPersonName = (): PropertyDecorator =>
  applyDecorators(
    InForm(tidyName),
    rule((text) => (isPersonName(text) ? undefined : WRONG_NAME)),
  );

export const IsNewPassword = (): PropertyDecorator => rule(passwordProblem);
