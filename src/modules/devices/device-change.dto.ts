import { ApiProperty } from '@nestjs/swagger';
import { ChangeOf } from '../../streaming/fields/fields.js';
import { ChangesPageDto } from '../change-feed/changes-page.dto.js';
import { DeviceListItemDto } from './device.dto.js';

export class DeviceChangeDto extends ChangeOf(DeviceListItemDto) {}

export class DeviceChangesDto extends ChangesPageDto {
  @ApiProperty({ description: 'The changed and deleted records.', type: [DeviceChangeDto] })
  items: DeviceChangeDto[];
}
