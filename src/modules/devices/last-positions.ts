import type { Repository, SelectQueryBuilder } from 'typeorm';
import { NO_TIME } from '../../database/schema/columns.js';
import { IS_SHOWN } from './records/device-records.js';
import { lastPositionShape, storedPositionShape } from './device.shapes.js';
import { Device } from './device.entity.js';

/** Another module's table, known by its name. */
const POSITIONS = 'locations';

const OF_EITHER: Readonly<Record<string, string>> = {
  last_location_update: 'COALESCE(position.created_at, device.last_location_update)',
  last_location: 'CASE WHEN position.id IS NULL THEN device.last_location END',
};

/** A position without a place is none. Inside the JSON's strings every quote is escaped, so that none reads like this. */
const HAS_OWN = `device.lastLocation IS NOT NULL
  AND device.lastLocation NOT LIKE '%"lat":null%' AND device.lastLocation NOT LIKE '%"lng":null%'`;
const OWN_TIME = `CASE WHEN ${HAS_OWN} THEN COALESCE(device.lastLocationUpdate, ${NO_TIME}) ELSE ${NO_TIME} END`;

/** The device's own position is null where a stored one is newer, which is the rest of the row. */
const COLUMNS = [
  ...lastPositionShape.columns.map((column) => OF_EITHER[column] ?? `device.${column}`),
  ...storedPositionShape.columns.map((column) => (column === 'caller' ? "''" : `position.${column}`)),
];

/**
 * The devices of an enterprise that were ever located, by id, each with the newer of its own position and its newest stored one. That one
 * is found at the end of the device's part of the index, however many positions there are. MariaDB knows no LATERAL, so an id to join by
 * is looked for; and nothing but the index is asked for it, else SQLite would rather go through the positions of all devices by time.
 */
export function lastPositions(devices: Repository<Device>): SelectQueryBuilder<Device> {
  const { manager } = devices;
  const withPlace = manager
    .createQueryBuilder(POSITIONS, 'placed')
    .select('1')
    .where('placed.enterpriseKey = other.enterpriseKey AND placed.createdAt = other.createdAt')
    .andWhere('placed.id = other.id AND placed.lat IS NOT NULL AND placed.lng IS NOT NULL');
  const newest = manager
    .createQueryBuilder(POSITIONS, 'other')
    .select('other.id')
    .where('other.enterpriseKey = device.enterpriseKey AND other.deviceKey = device.deviceKey')
    .andWhere(`EXISTS (${withPlace.getQuery()})`)
    .orderBy('other.createdAt', 'DESC')
    .addOrderBy('other.id', 'DESC')
    .limit(1);
  const isNewest = `position.enterpriseKey = device.enterpriseKey AND position.id = (${newest.getQuery()})`;
  return devices
    .createQueryBuilder('device')
    .select(COLUMNS.join(', '))
    .leftJoin(POSITIONS, 'position', `${isNewest} AND position.createdAt > ${OWN_TIME}`)
    .where(
      `device.enterpriseKey = :enterpriseKey AND (${HAS_OWN} OR position.id IS NOT NULL) AND ${IS_SHOWN}`,
    )
    .orderBy('device.id');
}
