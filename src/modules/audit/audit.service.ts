import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../auth/access.js';
import { DatabaseUnavailable } from '../../database/rows/reader.js';
import { Transactions } from '../../database/transactions.js';
import { ApiError } from '../../http/api-error.js';
import { optionalDays } from '../../http/list-query.dto.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { AuditChain } from './audit-chain.js';
import {
  DEFAULT_LIMIT,
  type AuditEventDto,
  type AuditEventsQuery,
  type AuditFiltersDto,
} from './audit.dto.js';
import { AuditEvent, AuditHead, type AuditAction, type AuditDetails } from './audit.entity.js';
import { AuditRepository, type AuditEventRow } from './audit.repository.js';

/** Key of events of the service as a whole. No enterprise has it. */
export const SERVICE_AUDIT = -1;

/** Reads the enterprise in the same statement, which locks it. */
const INSERT_HEAD =
  "INSERT INTO audit_heads (enterprise_key, sequence, hash, seal) SELECT `key`, 0, '', '' FROM enterprises WHERE `key` = ?";

const MAX_SEARCHED = 10_000;
const EVENTS_PER_QUERY = 500;

export interface AuditEntry {
  readonly action: AuditAction;
  readonly apiKeyId?: string;
  readonly application?: string;
  readonly details: AuditDetails;
}

/** Without an `entry`, no event is written. */
export interface AuditedChange<T> {
  readonly result: T;
  readonly entry?: AuditEntry;
}

interface AuditPage {
  readonly events: AuditEventDto[];
  readonly cursor?: string;
  readonly isSearchLimited: boolean;
}

/** Writes each event in the transaction of its change. */
@Injectable()
export class AuditService {
  constructor(
    private readonly transactions: Transactions,
    private readonly chain: AuditChain,
    private readonly repository: AuditRepository,
  ) {}

  /**
   * Runs the changes of an enterprise one after the other, so that no other change happens during `work`. Throws if the
   * caller has lost access while it waited.
   */
  async recorded<T>(
    caller: Caller,
    work: (manager: EntityManager) => Promise<AuditedChange<T>>,
    tryForMs?: number,
  ): Promise<T> {
    return this.transactions.run(async (manager) => {
      const head = await lockHead(manager, caller.enterpriseKey);
      await caller.checkAgain?.(manager);
      const { result, entry } = await work(manager);
      if (entry) await this.append(manager, head, caller, entry);
      // the caller already has a 503, so the change must not be committed
      if (caller.isAbandoned?.()) throw new DatabaseUnavailable('no_answer_in_time');
      return result;
    }, tryForMs);
  }

  /** As `recorded`, for changes without a result. Without an entry, no event is written. */
  async record(
    caller: Caller,
    work: (manager: EntityManager) => Promise<AuditEntry | undefined>,
    tryForMs?: number,
  ): Promise<void> {
    await this.recorded(
      caller,
      async (manager) => ({ result: undefined, entry: await work(manager) }),
      tryForMs,
    );
  }

  /** Writes an entry unless the caller has one with the same action and details since `since`. */
  async recordOnce(caller: Caller, entry: AuditEntry, since: number): Promise<void> {
    const hasOne = (manager?: EntityManager) => this.repository.has(caller, entry, since, manager);
    if (await hasOne()) return; // without the lock, which would delay changes
    await this.record(caller, async (manager) => ((await hasOne(manager)) ? undefined : entry));
  }

  async add(manager: EntityManager, caller: Caller, entry: AuditEntry): Promise<void> {
    await this.append(manager, await lockHead(manager, caller.enterpriseKey), caller, entry);
  }

  /** Keeps the head, so the next event continues the numbers. */
  async deleteEvents(enterpriseKey: number): Promise<void> {
    await this.transactions.run((manager) => manager.delete(AuditEvent, { enterpriseKey }));
  }

  async list({ key, timeZone }: CallerEnterprise, query: AuditEventsQuery): Promise<AuditPage> {
    const time = ZonedTime.of(timeZone);
    const limit = Number(query.limit ?? DEFAULT_LIMIT);
    const { after, before = Infinity, ...wanted } = query;
    const filter = {
      ...wanted,
      ...optionalDays(query, time),
      after: after === undefined ? undefined : Number(after),
    };
    const finds = textSearch(query.search);
    const events: AuditEventDto[] = [];
    let [last, searched] = readCursor(query.cursor);
    for (;;) {
      const most = query.search === undefined ? limit : Math.min(EVENTS_PER_QUERY, MAX_SEARCHED - searched);
      const part = { ...filter, before: Math.min(last, Number(before)) };
      const rows = await this.repository.list(key, part, most + 1);
      for (const row of rows.slice(0, most)) {
        if (events.length === limit) return { events, cursor: `${last}-${searched}`, isSearchLimited: false };
        if (finds(row, time.format(row.at))) events.push(toDto(row, time));
        last = row.sequence;
        searched++;
      }
      if (rows.length <= most) return { events, isSearchLimited: false };
      if (query.search === undefined) return { events, cursor: `${last}-0`, isSearchLimited: false };
      if (searched >= MAX_SEARCHED) return { events, isSearchLimited: true };
      await setImmediate();
    }
  }

  async filters({ key }: CallerEnterprise): Promise<AuditFiltersDto> {
    return {
      actors: await this.repository.listActors(key),
      keys: await this.repository.listKeys(key),
    };
  }

  private async append(
    manager: EntityManager,
    head: AuditHead,
    caller: Caller,
    entry: AuditEntry,
  ): Promise<void> {
    const event = {
      apiKeyId: '',
      application: '',
      ...caller,
      ...entry,
      details: JSON.stringify(entry.details),
      sequence: head.sequence + 1,
      at: Date.now(),
    };
    const hash = this.chain.ofEvent(event, head.hash);
    await manager.insert(AuditEvent, { ...event, hash });
    const { enterpriseKey } = head;
    const end = { enterpriseKey, sequence: event.sequence, hash };
    await manager.update(AuditHead, { enterpriseKey }, { ...end, seal: this.chain.ofHead(end) });
  }
}

/**
 * Locks with an UPDATE, which on both engines takes the lock before anything is read. Throws for an erased enterprise,
 * which has no head and gets no new one.
 */
async function lockHead(manager: EntityManager, enterpriseKey: number): Promise<AuditHead> {
  const { affected } = await manager.update(AuditHead, { enterpriseKey }, { sequence: () => 'sequence' });
  // keys up to 0 belong to no enterprise, but to the service and to unknown accounts
  if (affected === 0 && enterpriseKey <= 0)
    await manager.insert(AuditHead, { enterpriseKey, sequence: 0, hash: '', seal: '' });
  else if (affected === 0) await manager.query(INSERT_HEAD, [enterpriseKey]);
  const head = await manager.findOneBy(AuditHead, { enterpriseKey });
  if (!head) throw new ApiError('enterprise_not_found');
  return head;
}

const toDto = (row: AuditEventRow, time: ZonedTime): AuditEventDto => ({
  ...row,
  at: time.format(row.at),
  details: JSON.parse(row.details) as Record<string, unknown>,
});

/** Matches events that contain every word, ignoring case. `a|b` matches either word. */
function textSearch(search = ''): (event: AuditEventRow, at: string) => boolean {
  const words = search.toLowerCase().split(/\s+/);
  const wanted = words.map((word) => word.split('|').filter((either) => either !== ''));
  return ({ sequence: _sequence, ...texts }, at) => {
    const text = Object.values({ ...texts, at })
      .join('\n')
      .toLowerCase();
    return wanted.every((either) => either.length === 0 || either.some((word) => text.includes(word)));
  };
}

/** A cursor contains the number of the last event and the number of events searched so far. */
function readCursor(cursor: string | undefined): [last: number, searched: number] {
  const [last = Number.MAX_SAFE_INTEGER, searched = 0] = cursor?.split('-').map(Number) ?? [];
  return [last, Math.min(searched, MAX_SEARCHED)];
}
