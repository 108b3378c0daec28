import { ApiProperty } from '@nestjs/swagger';
import { ChangesPageDto } from '../../http/changes-page.dto.js';
import { ChangeOf } from '../../streaming/fields/fields.js';
import { DataUsageDto } from './data-usage.dto.js';

export class DataUsageChangeDto extends ChangeOf(DataUsageDto) {}

export class DataUsageChangesDto extends ChangesPageDto {
  @ApiProperty({ description: 'The changed and deleted records.', type: [DataUsageChangeDto] })
  items: DataUsageChangeDto[];
}
