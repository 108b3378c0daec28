import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { columnsOf, prepareListQuery, prepareQuery } from '../../streaming/prepared-query.js';
import { engineOf } from '../../database/engine/engine.js';
import type { Query } from '../../database/rows/reader.js';
import { NOT_DELETED } from '../records/device-ref.js';
import { Device } from './device.entity.js';
import { lastPositions } from './last-positions.js';

/** The queries over devices (decision 0023). */
@Injectable()
export class DevicesRepository {
  private readonly all;
  private readonly some;
  private readonly located;

  constructor(@InjectRepository(Device) devices: Repository<Device>) {
    this.all = prepareQuery(
      devices
        .createQueryBuilder('device')
        .select(columnsOf('device'))
        .where(`device.enterpriseKey = :enterpriseKey AND ${NOT_DELETED}`)
        .orderBy('device.id'),
      ['enterpriseKey'],
    );
    this.some = prepareListQuery(
      (places) =>
        devices
          .createQueryBuilder('device')
          .select(`device.id, ${columnsOf('device')}`)
          .where(`device.enterpriseKey = :enterpriseKey AND device.id IN (${places}) AND ${NOT_DELETED}`)
          .orderBy('device.id'),
      ['enterpriseKey'],
    );
    this.located = lastPositions(engineOf(devices.manager.dataSource));
  }

  /** All devices of an enterprise, by id. */
  list(enterpriseKey: number): Query {
    return this.all({ enterpriseKey });
  }

  /** Some devices, each led by its id. */
  details(enterpriseKey: number, ids: readonly string[]): Query {
    return this.some(ids, { enterpriseKey });
  }

  /** The devices that were ever located, each with the newer of its own position and its newest stored one. */
  lastPositions(enterpriseKey: number): Query {
    return { sql: this.located, parameters: [enterpriseKey] };
  }
}
