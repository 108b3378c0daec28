import { ApiProperty } from '@nestjs/swagger';
import { Instant, WholeNumber } from '../../openapi/decorators.js';
import { IsText } from '../../http/validators.js';
import { IsNewPassword } from './person-rules.js';
import { newPassword } from './people.dto.js';
import { ROLES, type Role } from './administrator.entity.js';

export class AccountDto {
  @ApiProperty({ description: 'E-mail address.', example: 'ines@havelwerk.example' })
  email: string;

  @ApiProperty({ description: 'Name.', example: 'Ines Krüger' })
  name: string;

  @ApiProperty({ description: 'What they may do.', enum: ROLES, example: 'admin' })
  role: Role;

  @ApiProperty({
    description: 'Whether name and password are kept here, and not by an identity provider.',
    example: true,
  })
  has_password: boolean;

  @ApiProperty({ description: 'Whether signing in takes a code besides the password.', example: true })
  second_factor: boolean;

  @ApiProperty({ description: 'Whether the enterprise requires that.', example: false })
  second_factor_required: boolean;

  @WholeNumber('How many recovery codes are left.', 10)
  recovery_codes_left: number;
}

export class ChangePasswordDto {
  @ApiProperty({ description: 'The password as it is.', example: 'correct horse battery', maxLength: 1000 })
  @IsText(1000)
  present_password: string;

  @ApiProperty(newPassword)
  @IsNewPassword()
  new_password: string;
}

export class OwnSessionDto {
  @ApiProperty({ description: 'Whether it is the one that asks.', example: true })
  is_this: boolean;

  @ApiProperty({ description: 'From where it began; empty where that was not kept.', example: '203.0.113.7' })
  address: string;

  @Instant('When it began.')
  began_at: string;

  @Instant('When it was last used, at most a minute behind.', '2026-03-29T09:15:30.000+02:00')
  last_used_at: string;
}

export class CodeDto {
  @ApiProperty({
    description: 'What the app shows; where one signs in also a recovery code.',
    example: '287082',
    maxLength: 100,
  })
  @IsText(100)
  code: string;
}

export class ProofDto {
  @ApiProperty({
    description: 'The present password, or a code of the second factor.',
    example: 'correct horse battery staple',
    maxLength: 1000,
  })
  @IsText(1000)
  proof: string;
}

export class NewSecondFactorDto {
  @ApiProperty({ description: 'The secret, to be typed.', example: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' })
  secret: string;

  @ApiProperty({
    description: 'The same as an address, to be read out of a QR code.',
    example:
      'otpauth://totp/Customer%20Device%20API:ines%40havelwerk.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Customer%20Device%20API&algorithm=SHA1&digits=6&period=30',
  })
  uri: string;
}

export class RecoveryCodesDto {
  @ApiProperty({
    description: 'The codes, which this answer alone shows. Each works once.',
    type: [String],
    example: ['abcde-23456'],
  })
  recovery_codes: string[];
}
