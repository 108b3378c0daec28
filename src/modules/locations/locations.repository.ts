import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { prepareQuery } from '../../answers/prepared-query.js';
import type { Query } from '../../database/rows/row-reader.js';
import { Serializer } from '../../answers/serializer.js';
import { DeviceRecordsService } from '../devices/device-records.service.js';
import { BulkLocationDto, DeviceLocationDto } from './location.dto.js';
import { Location } from './location.entity.js';

export const deviceLocationSerializer = new Serializer(DeviceLocationDto);
export const bulkLocationSerializer = new Serializer(BulkLocationDto);

/** The queries over positions. */
@Injectable()
export class LocationsRepository {
  readonly ofDevice;
  /** The positions of a device in a half-open range of instants. */
  readonly ofDeviceInRange;
  readonly newestOfDevice;
  /** Where each device is: its newest position, or what the device itself says where that is newer. */
  readonly lastOfFleet;
  /** The positions of all devices, by time, in a half-open range of instants. No join: decision 0005. */
  readonly inRange: (values: { enterpriseKey: number; from: number; until: number }) => Query;

  constructor(@InjectRepository(Location) locations: Repository<Location>, records: DeviceRecordsService) {
    this.ofDevice = records.query(Location, deviceLocationSerializer, ['createdAt', 'id']);
    this.ofDeviceInRange = records.rangeQuery(Location, deviceLocationSerializer, 'createdAt', [
      'createdAt',
      'id',
    ]);
    this.newestOfDevice = records.newestQuery(Location, deviceLocationSerializer, 'createdAt');
    this.lastOfFleet = records.lastPositionsQuery(Location);
    this.inRange = prepareQuery(
      locations
        .createQueryBuilder('location')
        .select(bulkLocationSerializer.select('location'))
        .where('location.enterpriseKey = :enterpriseKey')
        .andWhere('location.createdAt >= :from AND location.createdAt < :until')
        .orderBy('location.createdAt')
        .addOrderBy('location.id'),
      ['enterpriseKey', 'from', 'until'],
    );
  }
}
