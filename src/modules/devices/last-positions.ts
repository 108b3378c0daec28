import type { Engine } from '../../database/engine/engine.js';
import { NO_TIME } from '../../database/schema/columns.js';
import { NOT_DELETED } from '../records/device-ref.js';
import { LAST_POSITION_FIELDS, STORED_POSITION_FIELDS } from './device.shapes.js';

/** Another module's table, known by its name. */
const POSITIONS = 'locations';

const OF_EITHER: Readonly<Record<string, string>> = {
  last_location_update: 'COALESCE(position.created_at, device.last_location_update)',
  last_location: 'CASE WHEN position.id IS NULL THEN device.last_location END',
};

/** A position without a place is none. Inside the JSON's strings every quote is escaped, so that none reads like this. */
const HAS_OWN = `device.last_location IS NOT NULL
  AND device.last_location NOT LIKE '%"lat":null%' AND device.last_location NOT LIKE '%"lng":null%'`;
const OWN_TIME = `CASE WHEN ${HAS_OWN} THEN COALESCE(device.last_location_update, ${NO_TIME}) ELSE ${NO_TIME} END`;

/** The device's own position is null where a stored one is newer, which is the rest of the row. */
const COLUMNS = [
  ...LAST_POSITION_FIELDS.columns.map((column) => OF_EITHER[column] ?? `device.${column}`),
  ...STORED_POSITION_FIELDS.columns.map((column) => (column === 'caller' ? "''" : `position.${column}`)),
];

/**
 * The devices of an enterprise that were ever located, by id, each with the newer of its own position and its newest stored one. That one
 * is found at the end of the device's part of the index, however many positions there are. MariaDB knows no LATERAL, so an id to join by
 * is looked for. Every table is read by the index that is meant: by what an engine believes of the sizes after a big import, some plans go
 * through all positions for each device; and MySQL, to which an outer value is no constant, sorts where the order
 * does not name the whole index. For the same reason "has a place" is a value and no EXISTS, which MariaDB would start from.
 */
export function lastPositions(engine: Engine): string {
  const hasPlace = `SELECT placed.lat IS NOT NULL AND placed.lng IS NOT NULL
    FROM ${POSITIONS} placed ${engine.byPrimaryKey(POSITIONS)}
    WHERE placed.enterprise_key = other.enterprise_key AND placed.created_at = other.created_at AND placed.id = other.id`;
  const newest = `SELECT other.id FROM ${POSITIONS} other ${engine.byIndex('locations_device')}
    WHERE other.enterprise_key = device.enterprise_key AND other.device_key = device.device_key AND (${hasPlace})
    ORDER BY other.enterprise_key DESC, other.device_key DESC, other.created_at DESC, other.id DESC LIMIT 1`;
  return `SELECT ${COLUMNS.join(', ')}
    FROM devices device ${engine.byPrimaryKey('devices')}
    LEFT JOIN ${POSITIONS} position ${engine.byIndex('locations_id')}
      ON position.enterprise_key = device.enterprise_key AND position.id = (${newest}) AND position.created_at > ${OWN_TIME}
    WHERE device.enterprise_key = ? AND (${HAS_OWN} OR position.id IS NOT NULL) AND ${NOT_DELETED}
    ORDER BY device.id`;
}
