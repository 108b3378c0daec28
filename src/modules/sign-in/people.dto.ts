import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { InstantOrNull, Uuid } from '../../openapi/decorators.js';
import { InAddressForm, IsText } from '../../http/validators.js';
import { ZonedTime } from '../../time/zoned-time.js';
import {
  hasSecondFactor,
  NO_PASSWORD,
  roleOf,
  ROLES,
  type Administrator,
  type Role,
} from './administrator.entity.js';
import { IsNewPassword, IsPersonEmail, IsPersonName } from './person-rules.js';

const email = {
  description: 'E-mail address, in lower case: it alone says who signs in.',
  example: 'olga@havelwerk.example',
  maxLength: 254,
};
const name = { description: 'Name.', example: 'Olga Brandt', minLength: 1, maxLength: 500 };
const role = {
  description: '`viewer` may look at everything and change nothing.',
  enum: ROLES,
  example: 'viewer',
};
const token = {
  description: 'What stands behind `link=` in the fragment of the link.',
  example: 'A'.repeat(43),
  maxLength: 100,
};
export const newPassword = {
  description: 'The password to be, of at least 12 characters.',
  example: 'correct horse battery staple',
  minLength: 12,
  maxLength: 1000,
};

export class ChangeRoleDto {
  @ApiProperty(role)
  @IsIn(ROLES, { message: `should be one of: ${ROLES.join(', ')}` })
  role: Role;
}

export class RenameDto {
  @ApiProperty(name)
  @IsPersonName()
  name: string;
}

export class InvitePersonDto extends ChangeRoleDto {
  @ApiProperty(email)
  @InAddressForm()
  @IsPersonEmail()
  email: string;

  @ApiProperty(name)
  @IsPersonName()
  name: string;
}

export class LookAtLinkDto {
  @ApiProperty(token)
  @IsText(100)
  token: string;
}

export class UseLinkDto extends LookAtLinkDto {
  @ApiProperty(newPassword)
  @IsNewPassword()
  password: string;
}

export class LinkDto {
  @ApiProperty(email)
  email: string;

  @ApiProperty(name)
  name: string;

  @ApiProperty({
    description: 'Whether it is the first password of somebody who was invited.',
    example: true,
  })
  invited: boolean;
}

export class PersonDto extends LinkDto {
  @Uuid('Identifier of the person.', '7f0c2a9e-4b53-4c0e-9a43-0d2b8f6a1c11')
  id: string;

  @ApiProperty(role)
  role: Role;

  @ApiProperty({ description: 'Whether signing in takes a code besides the password.', example: true })
  second_factor: boolean;

  @InstantOrNull(
    'Until when the link that was made for them works; null where none does.',
    '2026-04-01T08:15:30.000+02:00',
  )
  link_expires_at: string | null;

  @InstantOrNull('When they last signed in; null before the first time.')
  last_sign_in_at: string | null;
}

export class PersonWithLinkDto extends PersonDto {
  @ApiProperty({
    description: 'The link, which this answer alone shows. It works once.',
    example: `https://api.example.com/portal#link=${'A'.repeat(43)}`,
  })
  link: string;
}

export const toLink = ({ email: its, name: called, passwordHash }: Administrator): LinkDto => ({
  email: its,
  name: called,
  invited: passwordHash === NO_PASSWORD,
});

export function toPerson(person: Administrator, timeZone: string): PersonDto {
  const { id, linkExpiresAt, lastSignInAt } = person;
  const time = ZonedTime.of(timeZone);
  const isOpen = linkExpiresAt !== null && linkExpiresAt > Date.now();
  return {
    ...toLink(person),
    id,
    role: roleOf(person.role),
    second_factor: hasSecondFactor(person),
    link_expires_at: isOpen ? time.format(linkExpiresAt) : null,
    last_sign_in_at: lastSignInAt === null ? null : time.format(lastSignInAt),
  };
}
