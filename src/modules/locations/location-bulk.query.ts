import { FirstDay, LastDay } from '../../http/parameters/day-parameters.js';

/** The days that the bulk answer covers. */
export class LocationBulkQuery {
  @FirstDay()
  startdate: string;

  @LastDay()
  enddate: string;
}
