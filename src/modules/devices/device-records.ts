import type { EntityManager, Repository, SelectQueryBuilder } from 'typeorm';
import { Device } from './device.entity.js';

/** A deleted device is not there for anybody outside. */
export const IS_SHOWN = "device.status <> 'DELETED'";

/** The values of a query over one device. */
export const ONE_DEVICE = ['enterpriseKey', 'deviceId'] as const;
export type OneDevice = Readonly<{ enterpriseKey: number; deviceId: string }>;

interface RecordOfDevice {
  enterpriseKey: number;
  deviceKey: number;
}

/** The key of one device, for a query over `ONE_DEVICE`. */
export const keyOfDevice = (manager: EntityManager): SelectQueryBuilder<Device> =>
  manager
    .createQueryBuilder(Device, 'device')
    .select('device.device_key')
    .where(`device.enterpriseKey = :enterpriseKey AND device.id = :deviceId AND ${IS_SHOWN}`);

/**
 * The records of one device. Without a row there may be no such device: `DevicesService` tells. The device is no table to join with:
 * MariaDB sorts the rows of an outer join even where the index has their order.
 */
export function recordsOfDevice<RecordEntity extends RecordOfDevice>(
  records: Repository<RecordEntity>,
  alias: string,
  select: string,
): SelectQueryBuilder<RecordEntity> {
  const device = keyOfDevice(records.manager).getQuery();
  return records
    .createQueryBuilder(alias)
    .select(select)
    .where(`${alias}.enterpriseKey = :enterpriseKey AND ${alias}.deviceKey = (${device})`);
}
