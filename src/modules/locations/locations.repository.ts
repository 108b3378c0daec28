import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { prepareQuery } from '../../answers/prepared-query.js';
import { Serializer } from '../../answers/serializer.js';
import type { Query } from '../../database/rows/row-reader.js';
import type { InstantRange } from '../../time/days.js';
import { ONE_DEVICE, recordsOfDevice, type OneDevice } from '../devices/device-records.js';
import { BulkLocationDto, DeviceLocationDto } from './location.dto.js';
import { Location } from './location.entity.js';

export const deviceLocationSerializer = new Serializer(DeviceLocationDto);
export const bulkLocationSerializer = new Serializer(BulkLocationDto);

const RANGE = ['from', 'until'] as const;
const inRange = (alias: string): string => `${alias}.createdAt >= :from AND ${alias}.createdAt < :until`;

/** The queries over positions (decision 0023). A range is half-open. */
@Injectable()
export class LocationsRepository {
  private readonly all;
  private readonly some;
  private readonly newest;
  private readonly bulk;

  constructor(@InjectRepository(Location) locations: Repository<Location>) {
    const ofDevice = () =>
      recordsOfDevice(locations, 'location', deviceLocationSerializer.select('location'));
    const newest = recordsOfDevice(locations, 'other', 'MAX(other.createdAt)').andWhere(inRange('other'));
    const bulk = locations
      .createQueryBuilder('location')
      .select(bulkLocationSerializer.select('location'))
      .where('location.enterpriseKey = :enterpriseKey');
    const sorted = (query: typeof bulk) => query.orderBy('location.createdAt').addOrderBy('location.id');
    this.all = prepareQuery(sorted(ofDevice()), ONE_DEVICE);
    this.some = prepareQuery(sorted(ofDevice().andWhere(inRange('location'))), [...ONE_DEVICE, ...RANGE]);
    this.newest = prepareQuery(ofDevice().andWhere(`location.createdAt = (${newest.getQuery()})`), [
      ...ONE_DEVICE,
      ...RANGE,
    ]);
    this.bulk = prepareQuery(sorted(bulk.andWhere(inRange('location'))), ['enterpriseKey', ...RANGE]);
  }

  /** By time and id. */
  ofDevice(device: OneDevice): Query {
    return this.all(device);
  }

  ofDeviceInRange(device: OneDevice, range: InstantRange): Query {
    return this.some({ ...device, ...range });
  }

  /** One, unless several have the same time. */
  newestOfDevice(device: OneDevice, range: InstantRange): Query {
    return this.newest({ ...device, ...range });
  }

  /** Of all devices, by time and id. No join: decision 0005. */
  inRange(enterpriseKey: number, range: InstantRange): Query {
    return this.bulk({ enterpriseKey, ...range });
  }
}
