import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { prepareQuery } from '../../streaming/prepared-query.js';
import type { Query } from '../../database/rows/reader.js';
import type { InstantRange } from '../../time/days.js';
import { DeviceRecordsRepository, RANGE } from '../records/device-records.js';
import { DEVICE_REF, type DeviceRef } from '../records/device-ref.js';
import { Location } from './location.entity.js';

/** The queries over positions (decision 0023). */
@Injectable()
export class LocationsRepository extends DeviceRecordsRepository<Location> {
  private readonly newest;
  private readonly all;

  constructor(@InjectRepository(Location) locations: Repository<Location>) {
    super(locations, { by: ['createdAt', 'id'], time: 'createdAt' });
    const newest = this.inRange(this.ofOne('other'), 'other').select('MAX(other.createdAt)');
    this.newest = prepareQuery(
      this.sorted(this.ofOne().andWhere(`record.createdAt = (${newest.getQuery()})`)),
      [...DEVICE_REF, ...RANGE],
    );
    this.all = prepareQuery(this.sorted(this.inRange(this.query())), ['enterpriseKey', ...RANGE]);
  }

  /** One, unless several have the same time. */
  newestOfDevice(device: DeviceRef, range: InstantRange): Query {
    return this.newest({ ...device, ...range });
  }

  /** Of all devices, by time and id: the order of the primary key. No join: decision 0005. */
  ofAll(enterpriseKey: number, range: InstantRange): Query {
    return this.all({ enterpriseKey, ...range });
  }
}
