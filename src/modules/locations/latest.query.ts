import { DeviceIds } from '../../http/device-ids.query.js';
import { FleetQuery } from '../../http/list-query.dto.js';

export class LatestQuery extends FleetQuery {
  @DeviceIds()
  device_id?: readonly string[];
}
