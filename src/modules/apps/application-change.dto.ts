import { ApiProperty } from '@nestjs/swagger';
import { ChangesPageDto } from '../../http/changes-page.dto.js';
import { ChangeOf } from '../../streaming/fields/fields.js';
import { ApplicationDto } from './application.dto.js';

export class ApplicationChangeDto extends ChangeOf(ApplicationDto) {}

export class ApplicationChangesDto extends ChangesPageDto {
  @ApiProperty({ description: 'The changed and deleted records.', type: [ApplicationChangeDto] })
  items: ApplicationChangeDto[];
}
