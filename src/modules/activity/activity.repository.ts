import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Upsert } from '../../database/engine/engine.js';
import { storeRows } from '../../database/engine/upsert.js';
import type { Query } from '../../database/rows/row-reader.js';
import { snakeCase } from '../../database/schema/naming.js';
import type { InstantRange } from '../../time/days.js';
import { Serializer } from '../../answers/serializer.js';
import { ActivityDto } from './activity.dto.js';
import type { KeyActivity } from './key-activity.entity.js';

export const activitySerializer = new Serializer(ActivityDto);

const KEY = ['enterpriseKey', 'hour', 'apiKeyId', 'scope'] as const;
const SUMS = ['requests', 'errors', 'refused', 'records', 'bytes'] as const;
const COLUMNS = [...KEY, 'application', ...SUMS] as const;
const ADDED: Upsert = {
  table: 'key_activity',
  columns: COLUMNS.map(snakeCase),
  identity: KEY.map(snakeCase),
  replaced: ['application'],
  sums: SUMS,
};

/** The stored sums. */
@Injectable()
export class ActivityRepository {
  /** The sums of an enterprise by hour, key and scope; keys under the name that they have now, while they have one. */
  inRange(enterpriseKey: number, { from, until }: InstantRange): Query {
    const columns = activitySerializer.columns.map((column) =>
      column === 'application' ? 'COALESCE(api_key.application, activity.application)' : `activity.${column}`,
    );
    return {
      sql: `SELECT ${columns.join(', ')}
        FROM key_activity activity LEFT JOIN api_keys api_key
          ON api_key.enterprise_key = activity.enterprise_key AND api_key.id = activity.api_key_id
        WHERE activity.enterprise_key = ? AND activity.hour >= ? AND activity.hour < ?
        ORDER BY activity.hour, activity.api_key_id, activity.scope`,
      parameters: [enterpriseKey, from, until],
    };
  }

  async add(manager: EntityManager, sums: readonly KeyActivity[]): Promise<void> {
    const rows = sums.map((sum) => COLUMNS.map((column) => sum[column]));
    await storeRows(manager, ADDED, rows.sort(byKey));
  }
}

function byKey(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  const at = KEY.findIndex((_, index) => one[index] !== other[index]);
  return at < 0 || (one[at] ?? '') < (other[at] ?? '') ? -1 : 1;
}
