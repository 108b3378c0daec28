import { ApiProperty } from '@nestjs/swagger';
import { IsText } from '../../http/validators.js';

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

/** A secret for an app that makes codes. It counts once a code has confirmed it. */
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
