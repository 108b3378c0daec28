import { ApiProperty, PickType } from '@nestjs/swagger';
import { MinLength } from 'class-validator';
import { Instant, WholeNumber } from '../../openapi/decorators.js';
import { InEmailForm, InvitePersonDto, NewPassword, PersonDto, TextProperty } from './people.dto.js';

const NOT_EMPTY = { message: 'must not be empty' };

export class SignInDto {
  @InEmailForm()
  @MinLength(1, NOT_EMPTY)
  @TextProperty('E-mail address, in any case.', 'ines@havelwerk.example', 254)
  email: string;

  @MinLength(1, NOT_EMPTY)
  @TextProperty('Password.', 'correct horse battery staple', 1000)
  password: string;
}

export class SessionDto extends PickType(InvitePersonDto, ['email', 'name', 'role']) {
  @ApiProperty({ description: 'Enterprise ID.', example: 'havelwerk-logistik' })
  enterprise_id: string;

  @ApiProperty({ description: 'Name of the enterprise.', example: 'Havelwerk Logistik GmbH' })
  enterprise_name: string;

  @ApiProperty({ description: 'Time zone of days and timestamps.', example: 'Europe/Berlin' })
  time_zone: string;

  @ApiProperty({ description: 'Base URL of the customer API.', example: 'https://api.example.com' })
  base_url: string;

  @Instant('When the session expires if it is not used. Never later than `ends_at`.')
  expires_at: string;

  @Instant('When the session expires even if it is used: 12 hours after the sign-in.')
  ends_at: string;
}

class SingleSignOnDto {
  @ApiProperty({ description: 'Label of the button.', example: 'Company account' })
  name: string;

  @ApiProperty({ description: 'Target of the button.', example: '/portal/api/oidc/start' })
  url: string;
}

export class SignInOptionsDto {
  @ApiProperty({ description: 'Whether users can sign in with a password.', example: true })
  password: boolean;

  @ApiProperty({ description: 'Null without single sign-on.', type: SingleSignOnDto, nullable: true })
  single_sign_on: SingleSignOnDto | null;
}

export class ProviderSignOutDto {
  @ApiProperty({
    description: 'Sign-out URL of the provider. Null if it has none or is unavailable.',
    type: String,
    nullable: true,
    example: 'https://id.example.com/session/end?client_id=device-portal',
  })
  url: string | null;
}

export class AccountDto extends PickType(PersonDto, ['email', 'name', 'role', 'second_factor']) {
  @ApiProperty({ description: 'Whether the user has a password here. False with SSO.', example: true })
  has_password: boolean;

  @ApiProperty({ description: 'Whether the enterprise requires a second factor.', example: false })
  second_factor_required: boolean;

  @WholeNumber('Number of unused recovery codes.', 10)
  recovery_codes_left: number;
}

export class ChangePasswordDto {
  @TextProperty('The current password.', 'correct horse battery', 1000)
  present_password: string;

  @NewPassword()
  new_password: string;
}

export class OwnSessionDto {
  @ApiProperty({ description: 'Session ID.', example: '9f86d081884c7d659a2feaa0c55ad015' })
  id: string;

  @ApiProperty({ description: 'Whether it is the session of this request.', example: true })
  is_this: boolean;

  @ApiProperty({ description: 'Client address of the sign-in, or empty.', example: '203.0.113.7' })
  address: string;

  @ApiProperty({ description: 'Browser of the sign-in, or empty.', example: 'Firefox' })
  browser: string;

  @ApiProperty({ description: 'Operating system of the sign-in, or empty.', example: 'Windows' })
  system: string;

  @Instant('When the user signed in.')
  began_at: string;

  @Instant('The last use, up to one minute late.')
  last_used_at: string;
}

export class CodeDto {
  @TextProperty('A code of the authenticator app, or a recovery code to sign in.', '287082', 100)
  code: string;
}

export class ProofDto {
  @TextProperty('The current password, or a code of the authenticator app.', 'correct horse battery', 1000)
  proof: string;
}

export class NewSecondFactorDto {
  @ApiProperty({ description: 'The secret in base 32.', example: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' })
  secret: string;

  @ApiProperty({
    description: 'The secret as an `otpauth:` URI for a QR code.',
    example:
      'otpauth://totp/Customer%20Device%20API:ines%40havelwerk.example?issuer=Customer%20Device%20API&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  })
  uri: string;
}

export class RecoveryCodesDto {
  @ApiProperty({
    description: 'The recovery codes. Only this response contains them. Each works once.',
    type: [String],
    example: ['abcde-23456'],
  })
  recovery_codes: string[];
}
