import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { prepareListQuery } from '../../streaming/prepared-query.js';
import { DatabaseReader } from '../../database/rows/reader.js';
import { PortalSession } from './portal-session.entity.js';
import { isRole, lastUsed, type Session } from './session.js';

/** Finds sessions, always in the database. */
@Injectable()
export class PortalSessionsRepository {
  private readonly byHash;

  constructor(
    @InjectRepository(PortalSession) sessions: Repository<PortalSession>,
    @Inject(DatabaseReader) private readonly reader: DatabaseReader,
  ) {
    this.byHash = prepareListQuery((places) =>
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

  /** Returns the session of a token, also if it has ended. */
  async find(tokenHash: string): Promise<Session | undefined> {
    const [row] = await this.reader.rows(this.byHash([tokenHash], {}));
    if (!row) return undefined;
    const [, email, name, role, lastUsedAt, endsAt, key, id, timeZone] = row.map(String) as Columns;
    if (!isRole(role)) return undefined;
    const enterprise = { key: Number(key), id, timeZone };
    const session = { tokenHash, email, name, role, enterprise, endsAt: Number(endsAt) };
    return lastUsed(session, Number(lastUsedAt));
  }
}

type Columns = [string, string, string, string, string, string, string, string, string];
