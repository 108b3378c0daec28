import type { ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { columnsOf, prepareListQuery, prepareQuery } from '../../streaming/prepared-query.js';
import type { Query } from '../../database/rows/reader.js';
import type { InstantRange } from '../../time/days.js';
import { DEVICE_KEY, DEVICE_REF, type DeviceRef } from './device-ref.js';

interface RecordOfDevice extends ObjectLiteral {
  enterpriseKey: number;
  deviceKey: number;
}

interface Order {
  /** The columns that order the records of a device. */
  readonly by: readonly string[];
  /** The one that a range of days looks at. */
  readonly time?: string;
}

export const RANGE = ['from', 'until'] as const;

/**
 * The queries over one kind of record that devices have (decisions 0023 and 0025). A range is half-open. Without a row there may be no
 * such device: the presence of a device is a query of its own, for MariaDB sorts the rows of an outer join even where the index has
 * their order.
 */
export abstract class DeviceRecordsRepository<RecordEntity extends RecordOfDevice> {
  private readonly one;
  private readonly oneInRange;
  private readonly many;
  private readonly manyInRange;

  protected constructor(
    protected readonly records: Repository<RecordEntity>,
    private readonly order: Order,
  ) {
    this.one = prepareQuery(this.sorted(this.ofOne()), DEVICE_REF);
    this.oneInRange = prepareQuery(this.sorted(this.inRange(this.ofOne())), [...DEVICE_REF, ...RANGE]);
    this.many = prepareListQuery((places) => this.sorted(this.ofMany(places)), ['enterpriseKey']);
    this.manyInRange = prepareListQuery(
      (places) => this.sorted(this.inRange(this.ofMany(places))),
      ['enterpriseKey', ...RANGE],
    );
  }

  /** In the order of a device's answer. */
  ofDevice(device: DeviceRef, range?: InstantRange): Query {
    return range ? this.oneInRange({ ...device, ...range }) : this.one(device);
  }

  /** Of some devices, by device and then in the order of its answer: the order of the primary key. */
  ofDevices(enterpriseKey: number, deviceKeys: readonly number[], range?: InstantRange): Query {
    return range
      ? this.manyInRange(deviceKeys, { enterpriseKey, ...range })
      : this.many(deviceKeys, { enterpriseKey });
  }

  protected ofOne(alias = 'record'): SelectQueryBuilder<RecordEntity> {
    return this.query(alias).andWhere(`${alias}.deviceKey = ${DEVICE_KEY}`);
  }

  protected query(alias = 'record'): SelectQueryBuilder<RecordEntity> {
    return this.records
      .createQueryBuilder(alias)
      .select(columnsOf(alias))
      .where(`${alias}.enterpriseKey = :enterpriseKey`);
  }

  protected inRange(
    query: SelectQueryBuilder<RecordEntity>,
    alias = 'record',
  ): SelectQueryBuilder<RecordEntity> {
    const { time } = this.order;
    if (time === undefined) return query;
    return query.andWhere(`${alias}.${time} >= :from AND ${alias}.${time} < :until`);
  }

  protected sorted(query: SelectQueryBuilder<RecordEntity>): SelectQueryBuilder<RecordEntity> {
    return this.order.by.reduce((sorted, column) => sorted.addOrderBy(`record.${column}`), query);
  }

  private ofMany(places: string): SelectQueryBuilder<RecordEntity> {
    return this.query().andWhere(`record.deviceKey IN (${places})`).orderBy('record.deviceKey');
  }
}
