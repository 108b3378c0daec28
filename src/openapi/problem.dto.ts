import { ApiProperty } from '@nestjs/swagger';
import { NO_DAY } from '../http/parameters/day-parameters.js';

class ParameterProblemDto {
  @ApiProperty({ description: 'The parameter, header, or body member.', example: 'enddate' })
  parameter: string;

  @ApiProperty({ description: 'The problem and the fix.', example: NO_DAY })
  detail: string;
}

/** An error answer (RFC 9457). */
export class ProblemDto {
  @ApiProperty({
    description: 'A URI that identifies the error code.',
    example: 'urn:customer-device-api:problem:invalid_parameter',
  })
  type: string;

  @ApiProperty({ description: 'A short summary of the error code.', example: 'Invalid request' })
  title: string;

  @ApiProperty({ description: 'The HTTP status.', type: 'integer', example: 400 })
  status: number;

  @ApiProperty({
    description: 'What failed, and how to fix it.',
    example: `enddate: ${NO_DAY}`,
  })
  detail: string;

  @ApiProperty({ description: 'The path of the request.', example: '/api/v1/device-location/bulk' })
  instance: string;

  @ApiProperty({ description: 'The error code, for programs.', example: 'invalid_parameter' })
  code: string;

  @ApiProperty({
    description: 'The request ID. Include it in support requests.',
    example: '3f0c9a52-6f0e-4d0a-9a57-6a3f2b1c7d10',
  })
  request_id: string;

  @ApiProperty({
    description: 'All problems, with status 400.',
    type: [ParameterProblemDto],
    required: false,
  })
  errors?: ParameterProblemDto[];
}
