import { ApiProperty } from '@nestjs/swagger';
import { ChangesPageDto } from '../../http/changes-page.dto.js';
import { ChangeOf } from '../../streaming/fields/fields.js';
import { BulkLocationDto } from './location.dto.js';

export class LocationChangeDto extends ChangeOf(BulkLocationDto) {}

export class LocationChangesDto extends ChangesPageDto {
  @ApiProperty({ description: 'The changed and deleted records.', type: [LocationChangeDto] })
  items: LocationChangeDto[];
}
