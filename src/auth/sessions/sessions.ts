import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';
import { peppersOf } from '../../config/peppers.js';
import { RowReader } from '../../database/rows/row-reader.js';
import { Transactions } from '../../database/transactions.js';
import { IDLE_MS, isRole, type Session } from './session.js';

const TOKEN = /^[\w-]{43}$/; // 256 bits in base64url
/** Use is noted no more often: most requests of a session write nothing. */
const NOTE_EVERY_MS = 60_000;

/** Finds sessions, always in the database: one that was ended is refused by every instance from that moment on. */
@Injectable()
export class Sessions {
  /** Sessions begin under the first. */
  private readonly hashKeys: readonly Buffer[];

  constructor(
    @Inject(RowReader) private readonly reader: RowReader,
    private readonly transactions: Transactions,
    @Inject(CONFIG) config: Config,
  ) {
    this.hashKeys = peppersOf(config).map((pepper) =>
      createHmac('sha256', pepper).update('portal session').digest(),
    );
  }

  /** What is stored of a token: a copy of the database opens nothing. */
  hash(token: string): string {
    const [current = ''] = this.hashes(token);
    return current;
  }

  /** The session of a token, unless it has ended. Its 30 minutes begin anew. */
  async use(token: string): Promise<Session | undefined> {
    const found = await this.find(token);
    if (!found) return undefined;
    const now = Date.now();
    if (now < found.lastUsedAt + NOTE_EVERY_MS) return sessionOf(found);
    await this.noteUse(found.enterprise.key, found.tokenHash, now);
    return sessionOf({ ...found, lastUsedAt: now });
  }

  /** The same without using it: what a page asks of its own accord keeps no session alive. */
  async look(token: string): Promise<Session | undefined> {
    const found = await this.find(token);
    return found && sessionOf(found);
  }

  /** The session of a token of which only the hash is known. */
  async lookHashed(tokenHash: string): Promise<Session | undefined> {
    const found = await this.findHashed([tokenHash]);
    return found && sessionOf(found);
  }

  private async find(token: string): Promise<StoredSession | undefined> {
    return TOKEN.test(token) ? this.findHashed(this.hashes(token)) : undefined;
  }

  /** What may be stored of a token, under the pepper in use and the one before. */
  private hashes(token: string): string[] {
    return this.hashKeys.map((key) => createHmac('sha256', key).update(token).digest('hex'));
  }

  private async findHashed(tokenHashes: readonly string[]): Promise<StoredSession | undefined> {
    const [row] = await this.reader.rows({
      sql: `SELECT s.token_hash, s.email, s.name, s.role, s.last_used_at, s.expires_at, e.key, e.id, e.time_zone
        FROM portal_sessions s JOIN enterprises e ON e.key = s.enterprise_key WHERE s.token_hash IN (${tokenHashes.map(() => '?').join(', ')})`,
      parameters: tokenHashes,
    });
    if (!row) return undefined;
    const [tokenHash, email, name, role, lastUsedAt, endsAt, key, id, timeZone] = row.map(String) as Columns;
    if (!isRole(role)) return undefined;
    const enterprise = { key: Number(key), id, timeZone };
    const times = { lastUsedAt: Number(lastUsedAt), endsAt: Number(endsAt) };
    return Date.now() < endOf(times) ? { tokenHash, email, name, role, enterprise, ...times } : undefined;
  }

  private async noteUse(enterpriseKey: number, tokenHash: string, now: number): Promise<void> {
    await this.transactions.run((manager) =>
      manager.query(
        'UPDATE portal_sessions SET last_used_at = ? WHERE enterprise_key = ? AND token_hash = ? AND last_used_at < ?',
        [now, enterpriseKey, tokenHash, now],
      ),
    );
  }
}

type Columns = [string, string, string, string, string, string, string, string, string];

type StoredSession = Omit<Session, 'expiresAt'> & { readonly lastUsedAt: number };

/** By what is stored, not by the request at hand: it is the end on every instance, and no session ends before it. */
const endOf = ({ lastUsedAt, endsAt }: Pick<StoredSession, 'lastUsedAt' | 'endsAt'>): number =>
  Math.min(endsAt, lastUsedAt + IDLE_MS);

const sessionOf = ({ lastUsedAt, ...session }: StoredSession): Session => ({
  ...session,
  expiresAt: endOf({ lastUsedAt, ...session }),
});
