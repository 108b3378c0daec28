import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import { BatchedWrites } from '../../database/batched-writes.js';
import { ofExistingEnterprises, storeEntities } from '../../database/engine/upsert.js';
import { requestedDays } from '../../http/list-query.dto.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import type { RequestObserver } from '../../http/middleware.js';
import { RowStream } from '../../streaming/row-stream.js';
import { StreamSource, type StreamedResponse } from '../../streaming/streamed-response.js';
import { FieldSelection, prepareQuery, rowContext } from '../../streaming/fields/field-selection.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { ActivityDto, type ActivityQuery } from './activity.dto.js';
import { KeyActivity } from './activity.entity.js';

const HOUR_MS = 3_600_000;
const MAX_DAYS = 366;
const SUMS = ['requests', 'errors', 'refused', 'feeds', 'records', 'bytes'] as const;

const fields = FieldSelection.of(ActivityDto, {
  application: {
    expression: (alias) => `COALESCE(entry.application, restricted.application, ${alias}.application)`,
  },
});

const keyOf = (alias: string): string =>
  `${alias}.enterpriseKey = activity.enterpriseKey AND ${alias}.id = activity.apiKeyId`;

@Injectable()
export class ActivityService extends BatchedWrites<KeyActivity> {
  protected readonly subject = 'the activity of keys';
  private readonly query;

  constructor(
    @InjectEntityManager() manager: EntityManager,
    private readonly source: StreamSource,
  ) {
    super();
    this.query = prepareQuery(
      manager
        .createQueryBuilder(KeyActivity, 'activity')
        .select(fields.select('activity'))
        .leftJoin('api_keys', 'entry', keyOf('entry'))
        .leftJoin('restricted_api_keys', 'restricted', keyOf('restricted'))
        .where(
          'activity.enterpriseKey = :enterpriseKey AND activity.hour >= :from AND activity.hour < :until',
        )
        .orderBy({ 'activity.hour': 'ASC', 'activity.apiKeyId': 'ASC', 'activity.scope': 'ASC' }),
      ['enterpriseKey', 'from', 'until'],
    );
  }

  async list(enterprise: CallerEnterprise, days: ActivityQuery): Promise<StreamedResponse> {
    const range = requestedDays(days, MAX_DAYS, ZonedTime.of(enterprise.timeZone));
    await this.write(); // includes the last requests to this instance
    const query = this.query({ enterpriseKey: enterprise.key, ...range });
    return new RowStream(this.source, { queries: () => [query], fields, context: rowContext(enterprise) });
  }

  /** Counts requests of routes with a scope by a known key, including refused ones. */
  readonly note: RequestObserver = ({ context }, { status, bytes, isComplete }) => {
    const { key, scope, rows = 0, feed } = context;
    if (!key || scope === undefined) return;
    const { id: apiKeyId, application, enterprise } = key;
    const enterpriseKey = enterprise.key;
    const hour = hourOf(enterprise.timeZone, Date.now());
    const isRefused = [401, 403, 429].includes(status);
    this.gather(`${enterpriseKey} ${hour} ${apiKeyId} ${scope}`, {
      enterpriseKey,
      hour,
      apiKeyId,
      scope,
      application,
      requests: 1,
      errors: !isRefused && (status >= 400 || !isComplete) ? 1 : 0,
      refused: isRefused ? 1 : 0,
      feeds: feed ? 1 : 0,
      records: rows,
      bytes,
    });
  };

  protected override merge(earlier: KeyActivity, later: KeyActivity): KeyActivity {
    earlier.application = later.application;
    for (const name of SUMS) earlier[name] += later[name];
    return earlier;
  }

  protected async store(manager: EntityManager, sums: readonly KeyActivity[]): Promise<void> {
    const kept = await ofExistingEnterprises(manager, sums);
    await storeEntities(manager, KeyActivity, kept, { replaced: ['application'], sums: SUMS });
  }
}

/** Supports time zones that differ from UTC by a fraction of an hour. */
function hourOf(zone: string, instant: number): number {
  const offset = ZonedTime.of(zone).offsetAt(instant);
  return Math.floor((instant + offset) / HOUR_MS) * HOUR_MS - offset;
}
