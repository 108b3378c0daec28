import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { compileQuery } from '../../answers/compiled-query.js';
import type { Upsert } from '../../database/engine/engine.js';
import { standingAmong } from '../../database/engine/standing.js';
import { storeRows } from '../../database/engine/upsert.js';
import type { Query } from '../../database/rows/row-reader.js';
import { snakeCase } from '../../database/schema/naming.js';
import type { InstantRange } from '../../time/days.js';
import { Shape } from '../../answers/fields/shape.js';
import { ActivityDto } from './activity.dto.js';
import { KeyActivity } from './key-activity.entity.js';

export const activityShape = Shape.of(ActivityDto);

const KEY = ['enterpriseKey', 'hour', 'apiKeyId', 'scope'] as const;
const SUMS = ['requests', 'errors', 'refused', 'feeds', 'records', 'bytes'] as const;
const COLUMNS = [...KEY, 'application', ...SUMS] as const;
const ADDED: Upsert = {
  table: 'key_activity',
  columns: COLUMNS.map(snakeCase),
  identity: KEY.map(snakeCase),
  replaced: ['application'],
  sums: SUMS,
};

const SHOWN = activityShape.columns.map((column) =>
  column === 'application' ? 'COALESCE(entry.application, activity.application)' : `activity.${column}`,
);

/** The stored sums. */
@Injectable()
export class ActivityRepository {
  private readonly sums;

  constructor(@InjectRepository(KeyActivity) activity: Repository<KeyActivity>) {
    this.sums = compileQuery(
      activity
        .createQueryBuilder('activity')
        .select(SHOWN.join(', '))
        .leftJoin(
          'api_keys',
          'entry',
          'entry.enterpriseKey = activity.enterpriseKey AND entry.id = activity.apiKeyId',
        )
        .where('activity.enterpriseKey = :enterpriseKey')
        .andWhere('activity.hour >= :from AND activity.hour < :until')
        .orderBy('activity.hour')
        .addOrderBy('activity.apiKeyId')
        .addOrderBy('activity.scope'),
      ['enterpriseKey', 'from', 'until'],
    );
  }

  /** The sums of an enterprise by hour, key and scope; keys under the name that they have now, while they have one. */
  inRange(enterpriseKey: number, range: InstantRange): Query {
    return this.sums({ enterpriseKey, ...range });
  }

  /** Of enterprises that stand: one may have been erased since its keys were used. */
  async add(manager: EntityManager, sums: readonly KeyActivity[]): Promise<void> {
    const standing = await standingAmong(
      manager,
      sums.map(({ enterpriseKey }) => enterpriseKey),
    );
    const kept = sums.filter(({ enterpriseKey }) => standing.has(enterpriseKey));
    const rows = kept.map((sum) => COLUMNS.map((column) => sum[column]));
    await storeRows(manager, ADDED, rows.sort(byKey));
  }
}

function byKey(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  const at = KEY.findIndex((_, index) => one[index] !== other[index]);
  return at < 0 || (one[at] ?? '') < (other[at] ?? '') ? -1 : 1;
}
