import { ApiProperty } from '@nestjs/swagger';
import { NO_DAY } from '../http/parameters/day-parameters.js';

class ParameterProblemDto {
  @ApiProperty({ description: 'The parameter, header or member of the body.', example: 'enddate' })
  parameter: string;

  @ApiProperty({ description: 'What is wrong with it.', example: NO_DAY })
  detail: string;
}

/** An error answer (RFC 9457). */
export class ProblemDto {
  @ApiProperty({
    description: 'Identifies the kind of problem.',
    example: 'urn:customer-device-api:problem:invalid_parameter',
  })
  type: string;

  @ApiProperty({ description: 'The kind of problem in words.', example: 'The request is not valid' })
  title: string;

  @ApiProperty({ description: 'The status of the answer.', type: 'integer', example: 400 })
  status: number;

  @ApiProperty({
    description: 'What went wrong this time.',
    example: `enddate: ${NO_DAY}`,
  })
  detail: string;

  @ApiProperty({ description: 'The path of the request.', example: '/api/v1/device-location/bulk' })
  instance: string;

  @ApiProperty({ description: 'The kind of problem as a word for programs.', example: 'invalid_parameter' })
  code: string;

  @ApiProperty({
    description: 'Name it when you ask for help.',
    example: '3f0c9a52-6f0e-4d0a-9a57-6a3f2b1c7d10',
  })
  request_id: string;

  @ApiProperty({
    description: 'With status 400: every problem found.',
    type: [ParameterProblemDto],
    required: false,
  })
  errors?: ParameterProblemDto[];
}
