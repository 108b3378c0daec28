import { FirstDay, LastDay, RowsQuery } from '../../http/parameters/list-query.dto.js';

/** The days that a page shows. */
export class ViewedDaysQuery extends RowsQuery {
  @FirstDay()
  startdate: string;

  @LastDay()
  enddate: string;
}
