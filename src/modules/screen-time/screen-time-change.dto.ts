import { ApiProperty } from '@nestjs/swagger';
import { ChangeOf } from '../../streaming/fields/fields.js';
import { ChangesPageDto } from '../change-feed/changes-page.dto.js';
import { ScreenTimeDto } from './screen-time.dto.js';

export class ScreenTimeChangeDto extends ChangeOf(ScreenTimeDto) {}

export class ScreenTimeChangesDto extends ChangesPageDto {
  @ApiProperty({ description: 'The changed and deleted records.', type: [ScreenTimeChangeDto] })
  items: ScreenTimeChangeDto[];
}
