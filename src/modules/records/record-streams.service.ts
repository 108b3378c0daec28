import { Inject, Injectable } from '@nestjs/common';
import { rowContext, StreamFactory } from '../../streaming/stream-factory.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import type { Rows } from '../../streaming/row-stream.js';
import type { FieldSelection } from '../../streaming/fields/field-selection.js';
import { CONFIG, type Config } from '../../config/config.js';
import { NO_TIME } from '../../database/schema/columns.js';
import type { ReadConnection, Query } from '../../database/rows/reader.js';
import { deviceNotFound } from '../../http/api-error.js';
import { optionalDays, requestedDays } from '../../http/parameters/day-parameters.js';
import type { HistoryQuery, RowsQuery } from '../../http/parameters/rows.query.js';
import type { SyncDaysQuery, SyncQuery } from '../../http/parameters/sync.query.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import type { InstantRange } from '../../time/days.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { ChangeFeedService, type Feed } from '../change-feed/change-feed.service.js';
import type { DeviceRecordsRepository } from './device-records.js';
import { activeDeviceKeys, allDeviceKeys, devicePresence } from './device-ref.js';

/** So many devices as the optimizers of all engines still look for one by one: decision 0025. */
const DEVICES_IN_ONE_QUERY = 8_192;
/** Every instant, but not the absence of one. */
const EVER: InstantRange = { from: NO_TIME + 1, until: Number.MAX_SAFE_INTEGER };

/** How one kind of record is shown. */
export interface RecordForm {
  /** Those of one device. */
  readonly ofOne: FieldSelection;
  /** Those of all: each row says whose it is. */
  readonly ofAll: FieldSelection;
  /** How they are followed. */
  readonly feed: Feed;
}

/** Of one kind of record, from how one of a device and how its table are described. */
export function recordForm(
  ofOne: FieldSelection,
  ofAll: FieldSelection,
  table: Omit<Feed, 'shape'>,
): RecordForm {
  return { ofOne, ofAll, feed: { ...table, shape: ofAll } };
}

/** The queries over one kind of record: the repository of its module. */
type OneDeviceRecords = Pick<DeviceRecordsRepository<never>, 'ofDevice'>;
type FleetRecords = Pick<DeviceRecordsRepository<never>, 'ofDevices'>;

type Choice = Pick<RowsQuery, 'fields'>;

/** Answers with the records that devices have: those of one, or those of all. */
@Injectable()
export class RecordStreams {
  constructor(
    private readonly answers: StreamFactory,
    private readonly sync: ChangeFeedService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Those of some days, or all. Tells a device without records from one that is not there. */
  ofOne(
    records: OneDeviceRecords,
    form: RecordForm,
    enterprise: CallerEnterprise,
    deviceId: string,
    choice: Choice & Pick<HistoryQuery, 'startdate' | 'enddate'>,
  ): StreamedResponse {
    const device = { enterpriseKey: enterprise.key, deviceId };
    const isBounded = choice.startdate !== undefined || choice.enddate !== undefined;
    const days = optionalDays(choice, ZonedTime.of(enterprise.timeZone));
    return this.answers.array({
      queries: () => [records.ofDevice(device, isBounded ? { ...EVER, ...days } : undefined)],
      shape: form.ofOne.pick(choice.fields),
      context: rowContext(enterprise, deviceId),
      name: form.feed.kind,
      required: { query: devicePresence(device), absent: deviceNotFound },
    });
  }

  /** By device, those of deleted ones among them. */
  ofAll(
    records: FleetRecords,
    form: RecordForm,
    enterprise: CallerEnterprise,
    query: SyncDaysQuery,
  ): StreamedResponse {
    return this.followed(form, enterprise, query, () => {
      const range = this.days(query, enterprise);
      const keys = allDeviceKeys(enterprise.key);
      return (node) => queriesOf(node, keys, (some) => records.ofDevices(enterprise.key, some, range));
    });
  }

  /** By device, without those of deleted ones. */
  ofShown(
    records: FleetRecords,
    form: RecordForm,
    enterprise: CallerEnterprise,
    query: SyncQuery,
  ): StreamedResponse {
    return this.followed(form, enterprise, query, () => {
      const keys = activeDeviceKeys(enterprise.key);
      return (node) => queriesOf(node, keys, (some) => records.ofDevices(enterprise.key, some));
    });
  }

  /** What changed, or what the queries bring, in whatever order they have. */
  followed(
    { ofAll, feed }: RecordForm,
    enterprise: CallerEnterprise,
    query: SyncQuery,
    queries: () => Rows['queries'],
  ): StreamedResponse {
    return this.sync.answer(feed, enterprise, query, () =>
      this.answers.array({
        queries: queries(),
        shape: ofAll.pick(query.fields),
        context: rowContext(enterprise),
        name: feed.kind,
      }),
    );
  }

  /** The days of a request over all devices. */
  days(query: Pick<HistoryQuery, 'startdate' | 'enddate'>, { timeZone }: CallerEnterprise): InstantRange {
    return requestedDays(query, this.config.locationBulkMaxDays, ZonedTime.of(timeZone));
  }
}

async function* queriesOf(
  node: ReadConnection,
  keys: Query,
  queryOf: (deviceKeys: readonly number[]) => Query,
): AsyncGenerator<Query> {
  const rows = await node.rows(keys);
  for (let at = 0; at < rows.length; at += DEVICES_IN_ONE_QUERY)
    yield queryOf(rows.slice(at, at + DEVICES_IN_ONE_QUERY).map(([key]) => Number(key)));
}
