import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { prepareListQuery, prepareQuery } from '../../answers/prepared-query.js';
import type { Query } from '../../database/rows/row-reader.js';
import { IS_SHOWN, keyOfDevice, ONE_DEVICE, type OneDevice } from './device-records.js';
import { detailSerializer, listSerializer } from './device.serializers.js';
import { Device } from './device.entity.js';
import { lastPositions } from './last-positions.js';

/** The queries over devices (decision 0023). */
@Injectable()
export class DevicesRepository {
  private readonly all;
  private readonly some;
  private readonly one;
  private readonly located;

  constructor(@InjectRepository(Device) devices: Repository<Device>) {
    this.all = prepareQuery(
      devices
        .createQueryBuilder('device')
        .select(listSerializer.select('device'))
        .where(`device.enterpriseKey = :enterpriseKey AND ${IS_SHOWN}`)
        .orderBy('device.id'),
      ['enterpriseKey'],
    );
    this.some = prepareListQuery(
      (places) =>
        devices
          .createQueryBuilder('device')
          .select(`device.id, ${detailSerializer.select('device')}`)
          .where(`device.enterpriseKey = :enterpriseKey AND device.id IN (${places}) AND ${IS_SHOWN}`),
      ['enterpriseKey'],
    );
    this.one = prepareQuery(keyOfDevice(devices.manager), ONE_DEVICE);
    this.located = prepareQuery(lastPositions(devices), ['enterpriseKey']);
  }

  /** All devices of an enterprise, by id. */
  list(enterpriseKey: number): Query {
    return this.all({ enterpriseKey });
  }

  /** Some devices, each led by its id. */
  details(enterpriseKey: number, ids: readonly string[]): Query {
    return this.some(ids, { enterpriseKey });
  }

  /** A row if there is such a device. */
  presence(device: OneDevice): Query {
    return this.one(device);
  }

  /** The devices that were ever located, each with the newer of its own position and its newest stored one. */
  lastPositions(enterpriseKey: number): Query {
    return this.located({ enterpriseKey });
  }
}
