import { FirstDay, LastDay } from '../../http/parameters/day-parameters.js';

/** The days whose activity is asked for. */
export class ActivityQuery {
  @FirstDay()
  startdate: string;

  @LastDay()
  enddate: string;
}
