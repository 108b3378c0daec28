import { Inject, Injectable } from '@nestjs/common';
import { rowContext, type FieldSelection } from '../../streaming/fields/field-selection.js';
import { RowStream, type Rows } from '../../streaming/row-stream.js';
import { StreamSource, type StreamedResponse } from '../../streaming/streamed-response.js';
import { CONFIG, type Config } from '../../config/config.js';
import { NO_TIME } from '../../database/schema/columns.js';
import type { Query } from '../../database/rows/reader.js';
import { ApiError } from '../../http/api-error.js';
import {
  optionalDays,
  requestedDays,
  type ChangesQuery,
  type HistoryQuery,
} from '../../http/list-query.dto.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import type { InstantRange } from '../../time/days.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { ChangeFeedService, type Feed, type SnapshotQuery } from '../change-feed/change-feed.service.js';
import { deviceKeys, devicePresence, type DeviceRef } from './device-queries.js';

/** With more keys per query, the engines scan instead of looking up each device (decision 0025). */
export const DEVICES_IN_QUERY = 8_192;
const ALL_TIMES: InstantRange = { from: NO_TIME + 1, until: Number.MAX_SAFE_INTEGER };

/** `deviceFields` is for one device. `fields` is for all devices and includes `device_id`. */
export interface RecordType extends Feed {
  readonly deviceFields: FieldSelection;
  readonly fields: FieldSelection;
}

@Injectable()
export class RecordStreams {
  constructor(
    private readonly source: StreamSource,
    private readonly changeFeed: ChangeFeedService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Queries whether the device exists only if it has no records. */
  forDevice(
    { kind, deviceFields }: RecordType,
    enterprise: CallerEnterprise,
    deviceId: string,
    query: HistoryQuery,
    list: (device: DeviceRef, fields: FieldSelection, range?: InstantRange) => Query,
  ): RowStream {
    const device = { enterpriseKey: enterprise.key, deviceId };
    const isBounded = query.startdate !== undefined || query.enddate !== undefined;
    const days = optionalDays(query, ZonedTime.of(enterprise.timeZone));
    const fields = deviceFields.pick(query.fields, enterprise.hiddenData);
    return new RowStream(this.source, {
      queries: () => [list(device, fields, isBounded ? { ...ALL_TIMES, ...days } : undefined)],
      fields,
      context: rowContext(enterprise, deviceId),
      name: kind,
      required: { query: devicePresence(device), absent: () => new ApiError('device_not_found') },
    });
  }

  /** Excludes deleted devices only if the type excludes their records. */
  forAllDevices(
    type: RecordType,
    enterprise: CallerEnterprise,
    query: SnapshotQuery,
    list: (deviceKeys: readonly number[], fields: FieldSelection, range: InstantRange) => Query,
  ): StreamedResponse {
    const which = type.isDeleted ? 'active' : 'all';
    return this.forAll(type, enterprise, query, (fields, range) =>
      byDevices(deviceKeys(which, enterprise.key, query.device_id), (keys) => [list(keys, fields, range)]),
    );
  }

  /** Returns the rows of `forAllDevices` at all times, without a sync token. */
  rowsOfAllDevices(
    { isDeleted, fields: all }: RecordType,
    enterprise: CallerEnterprise,
    { fields: names }: Pick<SnapshotQuery, 'fields'>,
    list: (deviceKeys: readonly number[], fields: FieldSelection) => Query,
  ): RowStream {
    const devices = deviceKeys(isDeleted ? 'active' : 'all', enterprise.key);
    const fields = all.pick(names, enterprise.hiddenData);
    const queries = byDevices(devices, (keys) => [list(keys, fields)]);
    return new RowStream(this.source, { queries, fields, context: rowContext(enterprise) });
  }

  forAll(
    type: RecordType,
    enterprise: CallerEnterprise,
    query: SnapshotQuery,
    queriesOf: (fields: FieldSelection, range: InstantRange) => Rows['queries'],
  ): StreamedResponse {
    const range = query.startdate === undefined ? ALL_TIMES : this.days(query, enterprise);
    const fields = type.fields.pick(query.fields, enterprise.hiddenData);
    const rows = { queries: queriesOf(fields, range), fields };
    return this.changeFeed.snapshot(type.kind, enterprise, rows, query);
  }

  changesSince(type: RecordType, enterprise: CallerEnterprise, query: ChangesQuery): StreamedResponse {
    return this.changeFeed.changesSince(type, enterprise, query);
  }

  /** Throws if the range exceeds the day limit of bulk requests. */
  days(query: Pick<SnapshotQuery, 'startdate' | 'enddate'>, { timeZone }: CallerEnterprise): InstantRange {
    return requestedDays(query, this.config.locationBulkMaxDays, ZonedTime.of(timeZone));
  }
}

export const byDevices = (
  keys: Query,
  list: (deviceKeys: readonly number[]) => Iterable<Query>,
): Rows['queries'] =>
  async function* (connection) {
    const found = (await connection.rows(keys)).map(([key]) => Number(key));
    for (let at = 0; at < found.length; at += DEVICES_IN_QUERY)
      yield* list(found.slice(at, at + DEVICES_IN_QUERY));
  };
