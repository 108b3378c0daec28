import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { columnsOf, padToPowerOfTwo } from '../../answers/compiled-query.js';
import { engineOf } from '../../database/engine/engine.js';
import { placesOf } from '../../database/engine/upsert.js';
import type { Query } from '../../database/rows/row-reader.js';
import { lastPositions } from './last-positions.js';
import { IS_SHOWN, KEY_OF_DEVICE, type OneDevice } from './records/device-records.js';

const OF_ENTERPRISE = 'FROM devices device WHERE device.enterprise_key = ?';

/** The queries over devices (decision 0023). */
@Injectable()
export class DevicesRepository {
  private readonly located: string;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.located = lastPositions(engineOf(dataSource));
  }

  /** All devices of an enterprise, by id. */
  list(enterpriseKey: number): Query {
    const sql = `SELECT ${columnsOf('device')} ${OF_ENTERPRISE} AND ${IS_SHOWN} ORDER BY device.id`;
    return { sql, parameters: [enterpriseKey] };
  }

  /** Some devices, each led by its id. */
  details(enterpriseKey: number, ids: readonly string[]): Query {
    const some = padToPowerOfTwo(ids);
    const sql = `SELECT device.id, ${columnsOf('device')} ${OF_ENTERPRISE}
      AND device.id IN ${placesOf(some)} AND ${IS_SHOWN} ORDER BY device.id`;
    return { sql, parameters: [enterpriseKey, ...some] };
  }

  /** A row if there is such a device. */
  presence({ enterpriseKey, deviceId }: OneDevice): Query {
    return { sql: KEY_OF_DEVICE, parameters: [enterpriseKey, deviceId] };
  }

  /** The keys of all devices, deleted ones among them. */
  keys(enterpriseKey: number, condition = ''): Query {
    const sql = `SELECT device.device_key ${OF_ENTERPRISE}${condition} ORDER BY device.device_key`;
    return { sql, parameters: [enterpriseKey] };
  }

  shownKeys(enterpriseKey: number): Query {
    return this.keys(enterpriseKey, ` AND ${IS_SHOWN}`);
  }

  /** The devices that were ever located, each with the newer of its own position and its newest stored one. */
  lastPositions(enterpriseKey: number): Query {
    return { sql: this.located, parameters: [enterpriseKey] };
  }
}
