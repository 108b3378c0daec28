import type { Engine } from '../../database/engine/engine.js';

/**
 * SQL that follows the word `JOIN` in a query over devices. Looks up the newest location of each device by index. MariaDB has no
 * LATERAL, so the join uses the ID from a subquery. Index hints prevent scans of all locations per device, which stale
 * statistics cause after a large import. MySQL sorts unless ORDER BY names the whole index, because an outer value is no
 * constant to it.
 */
export const newestLocation = (engine: Engine, alias: string, condition = ''): string =>
  `locations ${alias} ${engine.byIndex('locations_id')}
    ON ${alias}.enterprise_key = device.enterprise_key AND ${alias}.id = (
      SELECT other.id FROM locations other ${engine.byIndex('locations_device')}
      WHERE other.enterprise_key = device.enterprise_key AND other.device_key = device.device_key ${condition}
      ORDER BY other.enterprise_key DESC, other.device_key DESC, other.created_at DESC, other.id DESC LIMIT 1)`;
