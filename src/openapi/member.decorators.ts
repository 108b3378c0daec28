import { ApiProperty } from '@nestjs/swagger';

/** `@ApiProperty` for common kinds of members of JSON bodies. */

const INSTANT = '2026-03-29T08:15:30.000+02:00';

export const Instant = (description: string, example = INSTANT): PropertyDecorator =>
  ApiProperty({ description, format: 'date-time', example });

export const InstantOrNull = (description: string, example = INSTANT): PropertyDecorator =>
  ApiProperty({ description, format: 'date-time', type: 'string', nullable: true, example });

export const Uuid = (description: string, example: string): PropertyDecorator =>
  ApiProperty({ description, format: 'uuid', example });

export const WholeNumber = (description: string, example: number): PropertyDecorator =>
  ApiProperty({ description, type: 'integer', example });
