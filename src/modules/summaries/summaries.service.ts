import { Injectable } from '@nestjs/common';
import type { Pace, ReadConnection, Row } from '../../database/rows/reader.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ComputedResponse } from '../../streaming/computed-response.js';
import { StreamSource, type StreamedResponse } from '../../streaming/streamed-response.js';
import { eachDay, parseDay } from '../../time/days.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { DEVICES_IN_QUERY, RecordStreams } from '../records/record-streams.service.js';
import { GroupedSums, rowsOf, totalOf, type Sum } from './grouped-sums.js';
import { devicesOf, recordsOf, SUMMED, type SummaryKind } from './summary-queries.js';
import { DEFAULT_ROWS, type Grouping, type SummaryQuery } from './summary.dto.js';

/**
 * Sums the records in the service. A sum over a year would exceed the statement timeout of the database, and SUM of
 * SQLite fails above 2^63.
 */
@Injectable()
export class SummariesService {
  constructor(
    private readonly source: StreamSource,
    private readonly records: RecordStreams,
  ) {}

  respond(kind: SummaryKind, enterprise: CallerEnterprise, query: SummaryQuery): StreamedResponse {
    const read = this.reader(kind, enterprise, query);
    return new ComputedResponse(this.source, async (connection, pace) => {
      const body = await read(connection, pace);
      return { body, rows: body.rows.length };
    });
  }

  /** Throws if the range exceeds the day limit of bulk requests. */
  reader(kind: SummaryKind, enterprise: CallerEnterprise, query: SummaryQuery) {
    const range = this.records.days(query, enterprise);
    const { startdate, enddate, group_by = 'app', limit = DEFAULT_ROWS } = query;
    return async (connection: ReadConnection, pace: Pace) => {
      const found = await connection.rows(devicesOf(enterprise.key, query.device_id));
      const devices = new Map(found.map(([key, id]) => [Number(key), String(id)]));
      const sums = new GroupedSums(keyReader(group_by, query, enterprise), SUMMED[kind].length);
      const keys = [...devices.keys()];
      for (let at = 0; at < keys.length; at += DEVICES_IN_QUERY) {
        const some = keys.slice(at, at + DEVICES_IN_QUERY);
        await connection.stream(recordsOf(kind, group_by, enterprise.key, some, range), sums.take, pace);
      }
      const groups = Array.from(sums.groups, ([key, values]): [string, Sum[]] => [
        typeof key === 'number' ? (devices.get(key) ?? '') : key,
        values,
      ]);
      return {
        startdate,
        enddate,
        group_by,
        rows: rowsOf(SUMMED[kind], groups, group_by === 'day' ? 'key' : 'sum', limit),
        total: totalOf(SUMMED[kind], groups),
        row_count: groups.length,
        has_more: groups.length > limit,
      };
    };
  }
}

/** Returns a reader for the group of a row. A device has its numeric key, which the caller replaces by its ID. */
function keyReader(
  grouping: Grouping,
  { startdate, enddate }: SummaryQuery,
  { timeZone }: CallerEnterprise,
): (row: Row) => string | number {
  if (grouping === 'app') return (row) => row.readText();
  if (grouping === 'device') return (row) => row.readInteger() ?? 0;
  const [first = NaN, last = NaN] = [parseDay(startdate), parseDay(enddate)];
  const days = eachDay(first, last, ZonedTime.of(timeZone));
  let day = days[0];
  return (row) => {
    const start = row.readInteger() ?? 0;
    if (!day || start < day.from || start >= day.until)
      day = days.find(({ from, until }) => start >= from && start < until);
    return day?.name ?? '';
  };
}
