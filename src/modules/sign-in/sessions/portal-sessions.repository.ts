import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, LessThanOrEqual, Repository, type EntityManager } from 'typeorm';
import { compileListQuery } from '../../../answers/compiled-query.js';
import { RowReader } from '../../../database/rows/row-reader.js';
import { PortalSession } from './portal-session.entity.js';
import { IDLE_MS, isRole, type Session } from './session.js';

export type StoredSession = Omit<Session, 'expiresAt'> & { readonly lastUsedAt: number };

/** The stored sessions. Every change but the note of a use goes through the manager of the transaction that also writes its audit event. */
@Injectable()
export class PortalSessionsRepository {
  private readonly byHash;

  constructor(
    @InjectRepository(PortalSession) sessions: Repository<PortalSession>,
    @Inject(RowReader) private readonly reader: RowReader,
  ) {
    this.byHash = compileListQuery((places) =>
      sessions
        .createQueryBuilder('session')
        .innerJoin('enterprises', 'enterprise', 'enterprise.key = session.enterpriseKey')
        .select(
          'session.tokenHash, session.email, session.name, session.role, session.lastUsedAt, session.expiresAt',
        )
        .addSelect('enterprise.key, enterprise.id, enterprise.timeZone')
        .where(`session.tokenHash IN (${places})`),
    );
  }

  /** Under whichever hash of its token it is stored; also one that has ended. */
  async find(tokenHashes: readonly string[]): Promise<StoredSession | undefined> {
    const [row] = await this.reader.latestRows(this.byHash(tokenHashes, {}));
    if (!row) return undefined;
    const [tokenHash, email, name, role, lastUsedAt, endsAt, key, id, timeZone] = row.map(String) as Columns;
    if (!isRole(role)) return undefined;
    const enterprise = { key: Number(key), id, timeZone };
    return {
      tokenHash,
      email,
      name,
      role,
      enterprise,
      lastUsedAt: Number(lastUsedAt),
      endsAt: Number(endsAt),
    };
  }

  async noteUse(
    manager: EntityManager,
    enterpriseKey: number,
    tokenHash: string,
    now: number,
  ): Promise<void> {
    const unlessLater = { enterpriseKey, tokenHash, lastUsedAt: LessThan(now) };
    await manager.update(PortalSession, unlessLater, { lastUsedAt: now });
  }

  /** Says whether there was such a session. */
  async delete(manager: EntityManager, enterpriseKey: number, tokenHash: string): Promise<boolean> {
    const { affected } = await manager.delete(PortalSession, { enterpriseKey, tokenHash });
    return (affected ?? 0) > 0;
  }

  async deleteEnded(manager: EntityManager, enterpriseKey: number, now: number): Promise<void> {
    await manager.delete(PortalSession, [
      { enterpriseKey, expiresAt: LessThanOrEqual(now) },
      { enterpriseKey, lastUsedAt: LessThanOrEqual(now - IDLE_MS) },
    ]);
  }
}

type Columns = [string, string, string, string, string, string, string, string, string];
