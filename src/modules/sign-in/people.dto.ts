import { applyDecorators } from '@nestjs/common';
import { ApiProperty, PickType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { InForm, IsText, isVisibleThroughout, NO_TEXT, Refuses, tidyName } from '../../http/validators.js';
import { InstantOrNull, Uuid } from '../../openapi/decorators.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { hasSecondFactor, NO_PASSWORD, ROLES, type Person, type Role } from './administrator.entity.js';

// password lengths in characters
const MIN_PASSWORD = 12;
const MAX_PASSWORD = 1000;
const MAX_EMAIL = 254;
const MAX_NAME = 500;

export const EXAMPLE_ID = '7f0c2a9e-4b53-4c0e-9a43-0d2b8f6a1c11';

/**
 * Returns the stored form, so that equivalent spellings are one account. Normalizes twice, because the lower case of some
 * letters has another normal form.
 */
export const tidyEmail = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC');

/** Expects the form of `tidyEmail`, which may be longer than the address that was entered. */
export function emailProblem(text: string): string | undefined {
  const isEmail = /^[^\s\p{Cc}\p{Cs}@]+@[^\s\p{Cc}\p{Cs}@]+$/u.test(text) && isVisibleThroughout(text);
  if (isEmail && text.length <= MAX_EMAIL) return undefined;
  return 'must be like name@example.com, without invisible characters';
}

export function nameProblem(text: string): string | undefined {
  if (isVisibleThroughout(text) && text.trim() !== '' && text.length <= MAX_NAME) return undefined;
  return `must have 1 to ${MAX_NAME} characters, none of them a control, zero-width or direction character`;
}

/** Counts code points, not UTF-16 code units. */
export function passwordProblem(password: string): string | undefined {
  const { length } = [...password];
  if (length < MIN_PASSWORD) return `must have at least ${MIN_PASSWORD} characters`;
  if (length > MAX_PASSWORD) return `must have at most ${MAX_PASSWORD} characters`;
  return undefined;
}

const rule = (problemOf: (text: string) => string | undefined): PropertyDecorator =>
  Refuses((value) => (typeof value === 'string' ? problemOf(value) : NO_TEXT));

export const TextProperty = (description: string, example: string, maxLength: number): PropertyDecorator =>
  applyDecorators(ApiProperty({ description, example, maxLength }), IsText(maxLength));

export const InEmailForm = (): PropertyDecorator => InForm((text) => tidyEmail(text.trim()));

export const NewPassword = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      description: 'The new password.',
      example: 'correct horse battery staple',
      minLength: MIN_PASSWORD,
      maxLength: MAX_PASSWORD,
    }),
    rule(passwordProblem),
  );

export class InvitePersonDto {
  @ApiProperty({ description: 'E-mail address.', example: 'ines@havelwerk.example', maxLength: MAX_EMAIL })
  @InEmailForm()
  @rule(emailProblem)
  email: string;

  @ApiProperty({ description: 'Name.', example: 'Ines Krüger', minLength: 1, maxLength: MAX_NAME })
  @InForm(tidyName)
  @rule(nameProblem)
  name: string;

  @ApiProperty({
    description:
      'A `viewer` cannot change anything. A `key_manager` can change everything except administrators, and cannot read the data of devices.',
    enum: ROLES,
    example: 'admin',
  })
  @IsIn(ROLES, { message: `must be one of: ${ROLES.join(', ')}` })
  role: Role;
}

export class ChangeRoleDto extends PickType(InvitePersonDto, ['role']) {}

export class RenameDto extends PickType(InvitePersonDto, ['name']) {}

export class LookAtLinkDto {
  @TextProperty('The value of `link=` in the fragment of the link.', 'A'.repeat(43), 100)
  token: string;
}

export class UseLinkDto extends LookAtLinkDto {
  @NewPassword()
  password: string;
}

export class PersonDto extends InvitePersonDto {
  @ApiProperty({ description: 'Whether the user was invited and has no password yet.', example: true })
  invited: boolean;

  @Uuid('User ID.', EXAMPLE_ID)
  id: string;

  @ApiProperty({ description: 'Whether the user has a second factor.', example: true })
  second_factor: boolean;

  @InstantOrNull('When the password link of the user expires. Null without a valid link.')
  link_expires_at: string | null;

  @InstantOrNull('The last sign-in. Null before the first one.')
  last_sign_in_at: string | null;
}

export class LinkDto extends PickType(PersonDto, ['email', 'name', 'invited']) {}

export class PersonWithLinkDto extends PersonDto {
  @ApiProperty({
    description: 'The password link. Only this response contains it. It works once.',
    example: `https://api.example.com/portal#link=${'A'.repeat(43)}`,
  })
  link: string;
}

export const toLink = ({ email, name, passwordHash }: Person): LinkDto => ({
  email,
  name,
  invited: passwordHash === NO_PASSWORD,
});

export function toPerson(person: Person, timeZone: string): PersonDto {
  const { id, role, linkExpiresAt, lastSignInAt } = person;
  const time = ZonedTime.of(timeZone);
  const isOpen = linkExpiresAt !== null && linkExpiresAt > Date.now();
  return {
    ...toLink(person),
    id,
    role,
    second_factor: hasSecondFactor(person),
    link_expires_at: isOpen ? time.format(linkExpiresAt) : null,
    last_sign_in_at: lastSignInAt === null ? null : time.format(lastSignInAt),
  };
}
