import { Inject, Injectable } from '@nestjs/common';
import { answerContext, AnswerFactory } from '../../../answers/answer-factory.js';
import type { Answer } from '../../../answers/answers.js';
import type { Rows } from '../../../answers/array-answer.js';
import { Shape } from '../../../answers/fields/shape.js';
import { CONFIG, type Config } from '../../../config/config.js';
import { NO_TIME } from '../../../database/schema/columns.js';
import type { NodeReader, Query } from '../../../database/rows/row-reader.js';
import { deviceNotFound } from '../../../http/errors/api-error.js';
import { optionalDays, requestedDays } from '../../../http/parameters/day-parameters.js';
import type { HistoryQuery, RowsQuery } from '../../../http/parameters/rows.query.js';
import type { SyncDaysQuery } from '../../../http/parameters/sync.query.js';
import type { CallerEnterprise } from '../../../http/request/request-context.js';
import type { InstantRange } from '../../../time/days.js';
import { ZonedTime } from '../../../time/zoned-time.js';
import { SyncService, type Feed } from '../../sync/sync.service.js';
import { DevicesRepository } from '../devices.repository.js';
import { OF_ANY_DEVICE, type DeviceRecordsRepository, type OneDevice } from './device-records.js';

/** So many devices as the optimizers of all engines still look for one by one: decision 0025. */
const DEVICES_IN_ONE_QUERY = 8_192;
/** Every instant, but not the absence of one. */
const EVER: InstantRange = { from: NO_TIME + 1, until: Number.MAX_SAFE_INTEGER };

/** How one kind of record is shown. */
interface RecordForm extends Pick<Feed, 'kind' | 'isGone'> {
  /** A record of one device. */
  readonly ofOne: new () => object;
  /** One of all: it says whose it is. */
  readonly ofAll: new () => object;
}

/** What the records of devices are answered with. */
@Injectable()
export class AnswerParts {
  constructor(
    readonly devices: DevicesRepository,
    readonly answers: AnswerFactory,
    readonly sync: SyncService,
    @Inject(CONFIG) readonly config: Config,
  ) {}
}

/** Answers with one kind of record that devices have: with those of one, or those of all. */
export abstract class DeviceRecordsService<Repository extends DeviceRecordsRepository> {
  private readonly ofOne: Shape;
  private readonly feed: Feed;

  protected constructor(
    private readonly parts: AnswerParts,
    readonly repository: Repository,
    { ofOne, ofAll, ...form }: RecordForm,
  ) {
    const { table, order } = repository.records;
    this.ofOne = Shape.of(ofOne);
    this.feed = { ...form, table, order, shape: Shape.of(ofAll, OF_ANY_DEVICE) };
  }

  /** Those of some days, or all. */
  list(enterprise: CallerEnterprise, deviceId: string, query: HistoryQuery): Answer {
    const isBounded = query.startdate !== undefined || query.enddate !== undefined;
    const days = optionalDays(query, ZonedTime.of(enterprise.timeZone));
    return this.ofDevice(enterprise, deviceId, query, (device) =>
      this.repository.ofDevice(device, isBounded ? { ...EVER, ...days } : undefined),
    );
  }

  /** By device, or what changed: of histories some days, those of deleted devices among them; else without those. */
  listAll(enterprise: CallerEnterprise, query: SyncDaysQuery): Answer {
    const isHistory = this.repository.records.time !== undefined;
    return this.followed(enterprise, query, () => {
      const range = isHistory ? this.days(query, enterprise) : undefined;
      const { devices } = this.parts;
      const keys = isHistory ? devices.keys(enterprise.key) : devices.shownKeys(enterprise.key);
      return (node) =>
        queriesOf(node, keys, (some) => this.repository.ofDevices(enterprise.key, some, range));
    });
  }

  /** Tells a device without records from one that is not there. */
  protected ofDevice(
    enterprise: CallerEnterprise,
    deviceId: string,
    { fields }: RowsQuery,
    queryOf: (device: OneDevice) => Query,
  ): Answer {
    const device = { enterpriseKey: enterprise.key, deviceId };
    return this.parts.answers.array({
      queries: () => [queryOf(device)],
      shape: this.ofOne.only(fields),
      context: answerContext(enterprise, deviceId),
      name: this.feed.kind,
      required: { query: this.parts.devices.presence(device), absent: deviceNotFound },
    });
  }

  /** What changed, or what the queries bring, in whatever order they have. */
  protected followed(
    enterprise: CallerEnterprise,
    query: SyncDaysQuery,
    queries: () => Rows['queries'],
  ): Answer {
    const { shape, kind } = this.feed;
    return this.parts.sync.answer(this.feed, enterprise, query, () =>
      this.parts.answers.array({
        queries: queries(),
        shape: shape.only(query.fields),
        context: answerContext(enterprise),
        name: kind,
      }),
    );
  }

  /** The days of a request over all devices. */
  protected days(query: HistoryQuery, { timeZone }: CallerEnterprise): InstantRange {
    return requestedDays(query, this.parts.config.locationBulkMaxDays, ZonedTime.of(timeZone));
  }
}

async function* queriesOf(
  node: NodeReader,
  keys: Query,
  queryOf: (deviceKeys: readonly number[]) => Query,
): AsyncGenerator<Query> {
  const rows = await node.rows(keys);
  for (let at = 0; at < rows.length; at += DEVICES_IN_ONE_QUERY)
    yield queryOf(rows.slice(at, at + DEVICES_IN_ONE_QUERY).map(([key]) => Number(key)));
}
