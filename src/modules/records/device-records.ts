import type { EntityManager, ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { columnsOf, compileListQuery, compileQuery } from '../../streaming/compiled-query.js';
import type { Query } from '../../database/rows/reader.js';
import type { InstantRange } from '../../time/days.js';
import { Device } from '../devices/device.entity.js';

/** A deleted device is not there for anybody outside. */
export const IS_SHOWN = "device.status <> 'DELETED'";

/** The values of a query over one device. */
export const ONE_DEVICE = ['enterpriseKey', 'deviceId'] as const;
export type OneDevice = Readonly<{ enterpriseKey: number; deviceId: string }>;

/** The key of one device, for a query over `ONE_DEVICE`. */
export const keyOfDevice = (manager: EntityManager): SelectQueryBuilder<Device> =>
  manager
    .createQueryBuilder(Device, 'device')
    .select('device.device_key')
    .where(`device.enterpriseKey = :enterpriseKey AND device.id = :deviceId AND ${IS_SHOWN}`);

/** The public id of the device that a row belongs to. A join would decide over the order of the rows. */
const deviceIdOf = (alias: string): string =>
  `(SELECT owner.id FROM devices owner WHERE owner.enterprise_key = ${alias}.enterprise_key AND owner.device_key = ${alias}.device_key)`;

/** Whether the device that a row belongs to is a deleted one. */
export const isOfDeletedDevice = (alias: string): string =>
  `(SELECT owner.status FROM devices owner WHERE owner.enterprise_key = ${alias}.enterprise_key AND owner.device_key = ${alias}.device_key) = 'DELETED'`;

/** The same of a record that is gone, maybe with its device. */
const goneDeviceIdOf = (alias: string): string =>
  `COALESCE(${deviceIdOf(alias)}, (SELECT erased.id FROM erased_devices erased WHERE erased.enterprise_key = ${alias}.enterprise_key AND erased.device_key = ${alias}.device_key))`;

/** For the shape of records of all devices. */
export const OF_ANY_DEVICE = {
  device_id: { kind: 'text', expression: deviceIdOf, goneExpression: goneDeviceIdOf },
} as const;

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
    this.one = compileQuery(this.sorted(this.ofOne()), ONE_DEVICE);
    this.oneInRange = compileQuery(this.sorted(this.inRange(this.ofOne())), [...ONE_DEVICE, ...RANGE]);
    this.many = compileListQuery((places) => this.sorted(this.ofMany(places)), ['enterpriseKey']);
    this.manyInRange = compileListQuery(
      (places) => this.sorted(this.inRange(this.ofMany(places))),
      ['enterpriseKey', ...RANGE],
    );
  }

  /** In the order of a device's answer. */
  ofDevice(device: OneDevice, range?: InstantRange): Query {
    return range ? this.oneInRange({ ...device, ...range }) : this.one(device);
  }

  /** Of some devices, by device and then in the order of its answer: the order of the primary key. */
  ofDevices(enterpriseKey: number, deviceKeys: readonly number[], range?: InstantRange): Query {
    return range
      ? this.manyInRange(deviceKeys, { enterpriseKey, ...range })
      : this.many(deviceKeys, { enterpriseKey });
  }

  protected ofOne(alias = 'record'): SelectQueryBuilder<RecordEntity> {
    const device = keyOfDevice(this.records.manager).getQuery();
    return this.query(alias).andWhere(`${alias}.deviceKey = (${device})`);
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
