import { Nested, Text, Time } from '../../streaming/fields/fields.js';
import { LastLocationDto, STATUSES } from './device.dto.js';

/** Where a device was last seen: enough to draw a fleet on a map. */
export class LastPositionDto {
  @Text({ description: 'Identifier of the device.', example: 'tablet-1', column: 'id' })
  device_id: string;

  @Text({ description: 'Model.', example: 'SM-G556B' })
  model: string;

  @Text({ description: 'Status of the device.', knownValues: STATUSES, example: 'ACTIVE' })
  status: string;

  @Time({ description: 'Time of the last known location.' })
  last_location_update: string | null;

  @Nested(() => LastLocationDto, {
    description:
      'The last position: the newer of the one in the device and the newest of its stored positions.',
  })
  last_location: LastLocationDto;
}
