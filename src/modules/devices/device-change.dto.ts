import { ApiProperty } from '@nestjs/swagger';
import { ChangesPageDto } from '../../http/changes-page.dto.js';
import { ChangeOf } from '../../streaming/fields/fields.js';
import { DeviceListItemDto } from './device.dto.js';

export class DeviceChangeDto extends ChangeOf(DeviceListItemDto) {}

export class DeviceChangesDto extends ChangesPageDto {
  @ApiProperty({ description: 'The changed and deleted records.', type: [DeviceChangeDto] })
  items: DeviceChangeDto[];
}
