import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { engineOf, type Engine } from '../../database/engine/engine.js';
import { selectWhere, type Query } from '../../database/rows/reader.js';
import { NO_TIME } from '../../database/schema/columns.js';
import { FIELDS_PLACEHOLDER, FieldSelection, prepareQuery } from '../../streaming/fields/field-selection.js';
import type { InstantRange } from '../../time/days.js';
import {
  DEVICE_KEY,
  DEVICE_REF,
  inRange,
  isOneOf,
  newestLocation,
  NOT_DELETED,
  RANGE,
  type DeviceRef,
} from '../records/device-queries.js';
import { LatestLocationDto } from './location.dto.js';
import { Location } from './location.entity.js';

const DAY_MS = 86_400_000;
const MAX_SLICES = 366;

export const LATEST_FIELDS = FieldSelection.of(LatestLocationDto, {
  device_id: { kind: 'text', expression: () => 'device.id' },
});

@Injectable()
export class LocationsRepository {
  private readonly byDevice;
  private readonly byDeviceInRange;
  private readonly newest;
  private readonly all;
  private readonly engine: Engine;

  constructor(@InjectRepository(Location) locations: Repository<Location>) {
    const all = () =>
      locations
        .createQueryBuilder('record')
        .select(FIELDS_PLACEHOLDER)
        .where('record.enterpriseKey = :enterpriseKey')
        .orderBy('record.createdAt')
        .addOrderBy('record.id');
    const byDevice = () => all().andWhere(`record.deviceKey = ${DEVICE_KEY}`);
    this.byDevice = prepareQuery(byDevice(), DEVICE_REF);
    this.byDeviceInRange = prepareQuery(byDevice().andWhere(inRange('record.createdAt')), [
      ...DEVICE_REF,
      ...RANGE,
    ]);
    const newest = locations
      .createQueryBuilder('other')
      .select('MAX(other.createdAt)')
      .where('other.enterpriseKey = :enterpriseKey')
      .andWhere(`other.deviceKey = ${DEVICE_KEY}`)
      .andWhere(inRange('other.createdAt'));
    this.newest = prepareQuery(byDevice().andWhere(`record.createdAt = (${newest.getQuery()})`), [
      ...DEVICE_REF,
      ...RANGE,
    ]);
    this.engine = engineOf(locations.manager.dataSource);
    this.all = prepareQuery(all().andWhere(inRange('record.createdAt')), ['enterpriseKey', ...RANGE]);
  }

  listByDevice(device: DeviceRef, fields: FieldSelection, range?: InstantRange): Query {
    return range ? this.byDeviceInRange({ ...device, ...range }, fields) : this.byDevice(device, fields);
  }

  /** Returns several rows if the newest locations have equal times. */
  listNewest(device: DeviceRef, fields: FieldSelection, range: InstantRange): Query {
    return this.newest({ ...device, ...range }, fields);
  }

  /**
   * Orders the locations by device ID. Forces the order of the join, because the engines would start with the locations
   * if their statistics are older than an import.
   */
  listLatest(enterpriseKey: number, fields: FieldSelection, deviceIds?: readonly string[]): Query {
    return selectWhere(
      `SELECT ${fields.select('record')}
        FROM devices device ${this.engine.byPrimaryKey('devices')}
        ${this.engine.joinInOrder} ${newestLocation(this.engine, 'record')} AND record.created_at > ${NO_TIME}`,
      [
        ['device.enterprise_key = ?', enterpriseKey],
        [NOT_DELETED],
        ...(deviceIds ? [isOneOf('device.id', deviceIds)] : []),
      ],
      'ORDER BY device.id',
    );
  }

  /** Orders the locations by primary key: time and ID. Joins no table (decision 0005). */
  listAll(enterpriseKey: number, fields: FieldSelection, range: InstantRange): Query {
    return this.all({ enterpriseKey, ...range }, fields);
  }

  /** Orders the locations by time and ID. Returns slices of time, because the order of several devices needs a sort. */
  *listByDevices(
    enterpriseKey: number,
    deviceKeys: readonly number[],
    fields: FieldSelection,
    { from, until }: InstantRange,
  ): Generator<Query> {
    const slice = Math.max(DAY_MS, Math.ceil((until - from) / (deviceKeys.length === 1 ? 1 : MAX_SLICES)));
    for (let start = from; start < until; start += slice) {
      yield selectWhere(
        `SELECT ${fields.select('record')} FROM locations record ${this.engine.byIndex('locations_device')}`,
        [
          ['record.enterprise_key = ?', enterpriseKey],
          isOneOf('record.device_key', deviceKeys),
          ['record.created_at >= ?', start],
          ['record.created_at < ?', Math.min(start + slice, until)],
        ],
        'ORDER BY record.created_at, record.id',
      );
    }
  }
}
