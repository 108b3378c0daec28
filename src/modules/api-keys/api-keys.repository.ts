import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { prepareListQuery } from '../../streaming/fields/field-selection.js';
import { engineOf } from '../../database/engine/engine.js';
import { DatabaseReader, type Value } from '../../database/rows/reader.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ApiKey } from './api-key.entities.js';

export interface KeyIdentity {
  readonly hash: string;
  readonly id: string;
  readonly application: string;
  readonly scopes: readonly string[];
  readonly enterprise: CallerEnterprise;
  readonly networks: string;
  /** True if the key may use `/mcp`. */
  readonly mcp: boolean;
  /** Expiration, or end of the overlap of an old key. Null for never. */
  readonly endsAt: number | null;
}

@Injectable()
export class ApiKeysRepository {
  private readonly current;
  private readonly old;

  constructor(
    @InjectRepository(ApiKey) private readonly apiKeys: Repository<ApiKey>,
    private readonly reader: DatabaseReader,
  ) {
    const { now } = engineOf(apiKeys.manager.dataSource); // all instances share the clock of the database
    const isValid = `entry.paused = 0 AND (entry.expiresAt IS NULL OR entry.expiresAt > ${now})`;
    this.current = this.prepare('keyHash', 'NULL', isValid);
    this.old = this.prepare('oldKeyHash', 'entry.oldKeyUntil', `${isValid} AND entry.oldKeyUntil > ${now}`);
  }

  /** Excludes expired and paused keys. */
  async findByHashes(
    which: 'current' | 'old',
    hashes: readonly string[],
  ): Promise<ReadonlyMap<string, KeyIdentity>> {
    const rows = await this.reader.rows(this[which]([...new Set(hashes)], {}));
    return new Map(rows.map(identityOf).map((identity) => [identity.hash, identity]));
  }

  private prepare(hash: 'keyHash' | 'oldKeyHash', until: string, condition: string) {
    return prepareListQuery((places) =>
      this.apiKeys
        .createQueryBuilder('entry')
        .innerJoin('enterprises', 'enterprise', 'enterprise.key = entry.enterpriseKey')
        .select(`entry.${hash}, entry.id, entry.application, entry.scopes`)
        .addSelect('enterprise.key, enterprise.id, enterprise.timeZone')
        .addSelect(`entry.allowedNetworks, entry.mcp, entry.expiresAt, ${until}`)
        .where(`entry.${hash} IN (${places}) AND ${condition}`),
    );
  }
}

function identityOf(row: readonly Value[]): KeyIdentity {
  const [hash, id, application, scopes, key, enterpriseId, timeZone, networks, mcp, ...ends] = row;
  const known = ends.filter((end) => end !== null).map(Number);
  return {
    hash: String(hash),
    id: String(id),
    application: String(application),
    scopes: String(scopes).split(' '),
    enterprise: { key: Number(key), id: String(enterpriseId), timeZone: String(timeZone) },
    networks: String(networks),
    mcp: Number(mcp) === 1,
    endsAt: known.length === 0 ? null : Math.min(...known),
  };
}
