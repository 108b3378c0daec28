import { ApiProperty } from '@nestjs/swagger';
import { ChangesPageDto } from '../../http/changes-page.dto.js';
import { ChangeOf } from '../../streaming/fields/fields.js';
import { ScreenTimeDto } from './screen-time.dto.js';

export class ScreenTimeChangeDto extends ChangeOf(ScreenTimeDto) {}

export class ScreenTimeChangesDto extends ChangesPageDto {
  @ApiProperty({ description: 'The changed and deleted records.', type: [ScreenTimeChangeDto] })
  items: ScreenTimeChangeDto[];
}
