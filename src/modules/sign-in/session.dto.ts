import { ApiProperty } from '@nestjs/swagger';
import { MinLength } from 'class-validator';
import { Instant } from '../../openapi/decorators.js';
import { InAddressForm, IsText } from '../../http/validators.js';
import { ROLES, type Role } from './administrator.entity.js';

export class SignInDto {
  @ApiProperty({
    description: 'E-mail address, in any case.',
    example: 'ines@havelwerk.example',
    maxLength: 254,
  })
  @InAddressForm()
  @MinLength(1, { message: 'should not be empty' })
  @IsText(254)
  email: string;

  @ApiProperty({ description: 'Password.', example: 'correct horse battery staple', maxLength: 1000 })
  @MinLength(1, { message: 'should not be empty' })
  @IsText(1000)
  password: string;
}

export class SessionDto {
  @ApiProperty({ description: 'E-mail address.', example: 'ines@havelwerk.example' })
  email: string;

  @ApiProperty({ description: 'Name.', example: 'Ines Krüger' })
  name: string;

  @ApiProperty({
    description: '`viewer` may look at everything and change nothing.',
    enum: ROLES,
    example: 'admin',
  })
  role: Role;

  @ApiProperty({ description: 'Identifier of the enterprise.', example: 'havelwerk-logistik' })
  enterprise_id: string;

  @ApiProperty({ description: 'Name of the enterprise.', example: 'Havelwerk Logistik GmbH' })
  enterprise_name: string;

  @ApiProperty({ description: 'Time zone of days and timestamps.', example: 'Europe/Berlin' })
  time_zone: string;

  @ApiProperty({ description: 'Base address of the customer API.', example: 'https://api.example.com' })
  base_url: string;

  @Instant(
    'When the session ends unless it is used before; never later than `ends_at`.',
    '2026-03-29T08:45:30.000+02:00',
  )
  expires_at: string;

  @Instant(
    'When the session ends however much it is used: twelve hours after its start.',
    '2026-03-29T20:15:30.000+02:00',
  )
  ends_at: string;
}

export class SingleSignOnDto {
  @ApiProperty({ description: 'What the button says.', example: 'Company account' })
  name: string;

  @ApiProperty({ description: 'Where the button leads.', example: '/portal/api/oidc/start' })
  url: string;
}

export class ProviderSignOutDto {
  @ApiProperty({
    description: 'Where one signs out of the provider as well; null where it offers no way or is away.',
    type: String,
    nullable: true,
    example: 'https://id.example.com/session/end?client_id=device-portal',
  })
  url: string | null;
}

export class SignInOptionsDto {
  @ApiProperty({ description: 'Whether one can sign in with a password.', example: true })
  password: boolean;

  @ApiProperty({
    description: 'Single sign-on; null where it is not set up.',
    type: SingleSignOnDto,
    nullable: true,
  })
  single_sign_on: SingleSignOnDto | null;
}
