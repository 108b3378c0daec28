import { ApiProperty } from '@nestjs/swagger';
import { ChangeOf } from '../../streaming/fields/fields.js';
import { ChangesPageDto } from '../change-feed/changes-page.dto.js';
import { DataUsageDto } from './data-usage.dto.js';

export class DataUsageChangeDto extends ChangeOf(DataUsageDto) {}

export class DataUsageChangesDto extends ChangesPageDto {
  @ApiProperty({ description: 'The changed and deleted records.', type: [DataUsageChangeDto] })
  items: DataUsageChangeDto[];
}
