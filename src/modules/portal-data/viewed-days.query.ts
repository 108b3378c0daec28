import { FirstDay, LastDay } from '../../http/parameters/day-parameters.js';
import { RowsQuery } from '../../http/parameters/rows.query.js';

/** The days that a page shows. */
export class ViewedDaysQuery extends RowsQuery {
  @FirstDay()
  startdate: string;

  @LastDay()
  enddate: string;
}
