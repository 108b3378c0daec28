import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type SelectQueryBuilder } from 'typeorm';
import { prepareListQuery, prepareQuery } from '../../answers/prepared-query.js';
import type { Query } from '../../database/rows/row-reader.js';
import type { ObjectsQuery } from '../../answers/object-reads.js';
import { detailSerializer, listSerializer } from './device.serializers.js';
import { Device } from './device.entity.js';
import type { InstantRange } from '../../time/days.js';
import { prepareLastPositions, type FleetQuery, type StoredPosition } from './last-positions.js';

/** A deleted device is not there for anybody outside. */
const IS_SHOWN = "device.status <> 'DELETED'";

const ONE_DEVICE = ['enterpriseKey', 'deviceId'] as const;

interface RecordOfDevice {
  enterpriseKey: number;
  deviceKey: number;
}

interface OneDevice {
  readonly enterpriseKey: number;
  readonly deviceId: string;
}

/** A query over one device. */
export type DeviceQuery = (values: OneDevice) => Query;
/** A query over one device and a range of instants. */
export type DeviceRangeQuery = (values: OneDevice & InstantRange) => Query;

/** The queries over devices. */
@Injectable()
export class DevicesRepository {
  /** All devices of an enterprise, by id. */
  readonly list: (values: { enterpriseKey: number }) => Query;
  /** Some devices, each led by its id. */
  readonly details: ObjectsQuery;
  /** A row if there is such a device. */
  readonly presence: DeviceQuery;

  constructor(@InjectRepository(Device) private readonly devices: Repository<Device>) {
    this.list = prepareQuery(
      devices
        .createQueryBuilder('device')
        .select(listSerializer.select('device'))
        .where(`device.enterpriseKey = :enterpriseKey AND ${IS_SHOWN}`)
        .orderBy('device.id'),
      ['enterpriseKey'],
    );
    this.details = prepareListQuery(
      (places) =>
        devices
          .createQueryBuilder('device')
          .select(`device.id, ${detailSerializer.select('device')}`)
          .where(`device.enterpriseKey = :enterpriseKey AND device.id IN (${places}) AND ${IS_SHOWN}`),
      ['enterpriseKey'],
    );
    this.presence = prepareQuery(this.oneDevice(), ONE_DEVICE);
  }

  /** The records of one device in the given order. Without a row there may be no such device: `presence` tells. */
  recordsOfDevice<RecordEntity extends RecordOfDevice>(
    entity: new () => RecordEntity,
    select: (alias: string) => string,
    order: readonly (keyof RecordEntity & string)[],
  ): DeviceQuery {
    return prepareQuery(this.records(entity, select, order), ONE_DEVICE);
  }

  /** The same for the records of a half-open range of instants. */
  recordsInRange<RecordEntity extends RecordOfDevice>(
    entity: new () => RecordEntity,
    select: (alias: string) => string,
    time: keyof RecordEntity & string,
    order: readonly (keyof RecordEntity & string)[],
  ): DeviceRangeQuery {
    const builder = this.records(entity, select, order).andWhere(
      `record.${time} >= :from AND record.${time} < :until`,
    );
    return prepareQuery(builder, [...ONE_DEVICE, 'from', 'until']);
  }

  /** Of these the newest: one, unless several have the same time. */
  newestInRange<RecordEntity extends RecordOfDevice>(
    entity: new () => RecordEntity,
    select: (alias: string) => string,
    time: keyof RecordEntity & string,
  ): DeviceRangeQuery {
    const newest = this.devices.manager
      .createQueryBuilder(entity, 'other')
      .select(`MAX(other.${time})`)
      .where(`other.enterpriseKey = :enterpriseKey AND other.deviceKey = (${this.oneDevice().getQuery()})`)
      .andWhere(`other.${time} >= :from AND other.${time} < :until`);
    const builder = this.records(entity, select, []).andWhere(`record.${time} = (${newest.getQuery()})`);
    return prepareQuery(builder, [...ONE_DEVICE, 'from', 'until']);
  }

  /** The devices that were ever located, each with the newer of its own position and its newest stored one. */
  lastPositions(position: new () => StoredPosition): FleetQuery {
    return prepareLastPositions(this.devices, position, IS_SHOWN);
  }

  /** The device is no table to join with: MariaDB sorts the rows of an outer join even where the index has their order. */
  private records<RecordEntity extends RecordOfDevice>(
    entity: new () => RecordEntity,
    select: (alias: string) => string,
    order: readonly (keyof RecordEntity & string)[],
  ): SelectQueryBuilder<RecordEntity> {
    const builder = this.devices.manager
      .createQueryBuilder(entity, 'record')
      .select(select('record'))
      .where(`record.enterpriseKey = :enterpriseKey AND record.deviceKey = (${this.oneDevice().getQuery()})`);
    for (const property of order) builder.addOrderBy(`record.${property}`);
    return builder;
  }

  private oneDevice(): SelectQueryBuilder<Device> {
    return this.devices
      .createQueryBuilder('device')
      .select('device.device_key')
      .where(`device.enterpriseKey = :enterpriseKey AND device.id = :deviceId AND ${IS_SHOWN}`);
  }
}
