import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager, In, type FindOptionsWhere } from 'typeorm';
import { prepareListQuery } from '../../streaming/fields/field-selection.js';
import { engineOf } from '../../database/engine/engine.js';
import { DatabaseReader, type Query, type Value } from '../../database/rows/reader.js';
import { splitHidden } from '../../http/hidden-data.js';
import type { CallerKey } from '../../http/request-context.js';
import { ApiKey, KEY_TABLES, RestrictedApiKey, type KeyEntry } from './api-key.entities.js';

export interface KeyIdentity extends CallerKey {
  readonly hash: string;
  readonly networks: string;
  readonly mcp: boolean;
}

@Injectable()
export class ApiKeysRepository {
  private readonly current;
  private readonly old;

  constructor(
    @InjectEntityManager() manager: EntityManager,
    private readonly reader: DatabaseReader,
  ) {
    const { now } = engineOf(manager.dataSource); // all instances share the clock of the database
    const isValid = `entry.paused = 0 AND (entry.expiresAt IS NULL OR entry.expiresAt > ${now})`;
    this.current = prepare(manager, 'keyHash', 'NULL', isValid);
    const isOldValid = `${isValid} AND entry.oldKeyUntil > ${now}`;
    this.old = prepare(manager, 'oldKeyHash', 'entry.oldKeyUntil', isOldValid);
  }

  /**
   * Excludes expired and paused keys. Reads both tables only for hashes that are not in `api_keys`: reading
   * both for every hash costs 1.14 times the CPU time per request. One statement reads both, because keys move between them.
   */
  async findByHashes(
    which: 'current' | 'old',
    hashes: readonly string[],
  ): Promise<ReadonlyMap<string, KeyIdentity>> {
    const wanted = [...new Set(hashes)];
    const found = await this.read(this[which].unrestricted(wanted));
    const others = wanted.filter((hash) => !found.has(hash));
    return others.length === 0 ? found : new Map([...found, ...(await this.read(this[which].all(others)))]);
  }

  private async read(query: Query): Promise<ReadonlyMap<string, KeyIdentity>> {
    const rows = await this.reader.rows(query);
    return new Map(rows.map(identityOf).map((identity) => [identity.hash, identity]));
  }
}

type KeyQuery = (hashes: readonly string[]) => Query;

function prepare(
  manager: EntityManager,
  hash: 'keyHash' | 'oldKeyHash',
  until: string,
  condition: string,
): Readonly<Record<'unrestricted' | 'all', KeyQuery>> {
  const queryOf = (entity: (typeof KEY_TABLES)[number]): KeyQuery => {
    const prepared = prepareListQuery((places) =>
      manager
        .createQueryBuilder(entity, 'entry')
        .innerJoin('enterprises', 'enterprise', 'enterprise.key = entry.enterpriseKey')
        .select(`entry.${hash}, entry.id, entry.application, entry.scopes`)
        .addSelect('enterprise.key, enterprise.id, enterprise.timeZone')
        .addSelect(
          `entry.allowedNetworks, entry.mcp, ${entity === RestrictedApiKey ? 'entry.hiddenData' : "''"}, entry.expiresAt, ${until}`,
        )
        .where(`entry.${hash} IN (${places}) AND ${condition}`),
    );
    return (hashes) => prepared(hashes, {});
  };
  const unrestricted = queryOf(ApiKey);
  const restricted = queryOf(RestrictedApiKey);
  return { unrestricted, all: (hashes) => unionOf(unrestricted(hashes), restricted(hashes)) };
}

const unionOf = (...queries: readonly Query[]): Query => ({
  sql: queries.map(({ sql }) => sql).join(' UNION ALL '),
  parameters: queries.flatMap(({ parameters }) => parameters),
});

function identityOf(row: readonly Value[]): KeyIdentity {
  const [hash, id, application, scopes, key, enterpriseId, timeZone, networks, mcp, hidden, ...ends] = row;
  const known = ends.filter((end) => end !== null).map(Number);
  return {
    hash: String(hash),
    id: String(id),
    application: String(application),
    scopes: String(scopes).split(' '),
    enterprise: {
      key: Number(key),
      id: String(enterpriseId),
      timeZone: String(timeZone),
      hiddenData: splitHidden(String(hidden)),
    },
    networks: String(networks),
    mcp: Number(mcp) === 1,
    endsAt: known.length === 0 ? null : Math.min(...known),
  };
}

/** Needs a snapshot, or the lock of the audit log, because a key may move between the two tables. */
export async function findKeys(
  manager: EntityManager,
  which: FindOptionsWhere<KeyEntry>,
): Promise<KeyEntry[]> {
  const found: KeyEntry[] = [];
  for (const table of KEY_TABLES) found.push(...(await manager.findBy<KeyEntry>(table, which)));
  return found;
}

export async function findByAnyHash(manager: EntityManager, hashes: readonly string[]): Promise<KeyEntry[]> {
  const found: KeyEntry[] = [];
  // one query per index, because the planner may use no index for an OR
  for (const table of KEY_TABLES)
    for (const hash of ['keyHash', 'oldKeyHash', 'endedKeyHash'] as const)
      found.push(...(await manager.findBy<KeyEntry>(table, { [hash]: In(hashes) })));
  return found;
}
