import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { engineOf } from '../../database/engine/engine.js';
import { selectWhere, type Query } from '../../database/rows/reader.js';
import type { InstantRange } from '../../time/days.js';
import type { AuditedKeyDto, AuditEventDto, AuditEventsQuery } from './audit.dto.js';
import { AUDIT_ACTIONS, outcomeOf, type AuditEvent } from './audit.entity.js';

export type AuditEventRow = Omit<AuditEventDto, 'at' | 'details'> & Pick<AuditEvent, 'at' | 'details'>;

interface AuditEventFilter
  extends Pick<AuditEventsQuery, 'action' | 'actor' | 'api_key_id' | 'outcome'>, Partial<InstantRange> {
  readonly before?: number;
  readonly after?: number;
}

type Span = readonly [first: number, last: number];
/** A row as drivers return it, with large integers as text. */
type ReadRow = Omit<AuditEventRow, 'sequence' | 'at'> & Record<'sequence' | 'at', string | number>;

const COLUMNS = 'sequence, at, actor, action, api_key_id, application, details, address, request_id';
/**
 * Number of events nearest to a time that are searched. Clocks of instances differ, so a later
 * event may have an earlier time.
 */
const NEIGHBORS = 1_000;
const MAX_NAMES = 1_000;

/** Reads rows in index order, so that the cost does not depend on the length of the log. */
@Injectable()
export class AuditRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async list(enterpriseKey: number, filter: AuditEventFilter, limit: number): Promise<AuditEventRow[]> {
    const actions = actionsOf(filter);
    if (actions?.length === 0) return [];
    const span = await this.spanOf(enterpriseKey, filter);
    if (!span) return [];
    const page = `ORDER BY sequence DESC LIMIT ${limit}`;
    const selects = (actions ?? [undefined]).map((action) =>
      this.select(enterpriseKey, { ...filter, action }, span, page),
    );
    const parts = selects.map(({ sql }, at) => `SELECT * FROM (${sql}) AS kind${at}`);
    // an index returns the events of one action by number, but not those of several actions
    const sql = parts.length > 1 ? `${parts.join(' UNION ALL ')} ${page}` : `${selects[0]?.sql}`;
    const values = selects.flatMap(({ parameters }) => parameters);
    const rows = await this.dataSource.query<ReadRow[]>(sql, values);
    return rows.map((row) => ({ ...row, sequence: Number(row.sequence), at: Number(row.at) }));
  }

  /** Searches the events since a time by index. `details` must be equal as JSON text. */
  async has(
    { enterpriseKey, actor }: Pick<AuditEvent, 'enterpriseKey' | 'actor'>,
    { action, details }: { readonly action: string; readonly details: object },
    since: number,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<boolean> {
    const sql = `SELECT 1 FROM audit_events ${engineOf(this.dataSource).byIndex('audit_events_at')}
      WHERE enterprise_key = ? AND at >= ? AND actor = ? AND action = ? AND details = ? LIMIT 1`;
    const found = await manager.query<unknown[]>(sql, [
      enterpriseKey,
      since,
      actor,
      action,
      JSON.stringify(details),
    ]);
    return found.length > 0;
  }

  /** Returns up to 1,000 actors. Each query skips to the next actor in the index. */
  async listActors(enterpriseKey: number): Promise<string[]> {
    const index = engineOf(this.dataSource).byIndex('audit_events_actor');
    const actors: string[] = [];
    while (actors.length < MAX_NAMES) {
      await setImmediate();
      const [found] = await this.dataSource.query<{ actor: string | null }[]>(
        `SELECT MIN(actor) AS actor FROM audit_events ${index} WHERE enterprise_key = ? AND actor > ?`,
        [enterpriseKey, actors.at(-1) ?? ''],
      );
      if (found?.actor == null) break;
      actors.push(found.actor);
    }
    return actors;
  }

  /** Returns up to 1,000 API keys, including deleted ones, each under its newest name. */
  async listKeys(enterpriseKey: number): Promise<AuditedKeyDto[]> {
    const keys = new Map<string, AuditedKeyDto & { sequence: number }>();
    const next = (condition: string, ...values: string[]) => this.lastNamed(enterpriseKey, condition, values);
    let named = await next("application > ''");
    for (let steps = 0; named && steps < MAX_NAMES; steps++) {
      await setImmediate();
      const { id, application, sequence } = named;
      if (sequence > (keys.get(id)?.sequence ?? 0)) keys.set(id, named);
      named =
        (await next('application = ? AND api_key_id < ?', application, id)) ??
        (await next("application > '' AND application < ?", application));
    }
    const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
    return [...keys.values()]
      .map(({ id, application }) => ({ id, application }))
      .sort((a, b) => compare(a.application, b.application) || compare(a.id, b.id));
  }

  private async lastNamed(enterpriseKey: number, condition: string, values: readonly string[]) {
    const [found] = await this.dataSource.query<(AuditedKeyDto & { sequence: string | number })[]>(
      `SELECT application, api_key_id AS id, sequence
       FROM audit_events ${engineOf(this.dataSource).byIndex('audit_events_application')}
       WHERE enterprise_key = ? AND ${condition}
       ORDER BY application DESC, api_key_id DESC, sequence DESC LIMIT 1`,
      [enterpriseKey, ...values],
    );
    return found && { ...found, sequence: Number(found.sequence) };
  }

  private select(
    enterpriseKey: number,
    { actor, api_key_id: apiKeyId, action, from, until }: AuditEventFilter,
    [first, last]: Span,
    page: string,
  ): Query {
    const wanted = Object.entries({ key: apiKeyId, actor, action }).filter(
      ([, value]) => value !== undefined,
    );
    // two columns are enough, because one user has few events of one key
    const index = ['audit_events', ...wanted.slice(0, 2).map(([column]) => column)].join('_');
    const engine = engineOf(this.dataSource);
    const hint = wanted.length === 0 ? engine.byPrimaryKey(index) : engine.byIndex(index);
    const conditions = [
      ['enterprise_key = ?', enterpriseKey],
      ['sequence >= ?', first],
      ['sequence <= ?', last],
      ['api_key_id = ?', apiKeyId],
      ['actor = ?', actor],
      ['action = ?', action],
      ['at >= ?', from],
      ['at < ?', until],
    ].filter((condition): condition is [string, string | number] => condition[1] !== undefined);
    return selectWhere(`SELECT ${COLUMNS} FROM audit_events ${hint}`, conditions, page);
  }

  private async spanOf(
    enterpriseKey: number,
    { before = Number.MAX_SAFE_INTEGER, after = -1, from, until }: AuditEventFilter,
  ): Promise<Span | undefined> {
    const first = after + 1;
    const last = before - 1;
    if (from === undefined && until === undefined) return [first, last];
    const earliest = await this.endOf(enterpriseKey, { from, until }, 'MIN', 'ASC');
    const latest = await this.endOf(enterpriseKey, { from, until }, 'MAX', 'DESC');
    return earliest === null || latest === null
      ? undefined
      : [Math.max(first, earliest), Math.min(last, latest)];
  }

  private async endOf(
    enterpriseKey: number,
    { from = 0, until = Number.MAX_SAFE_INTEGER }: Partial<InstantRange>,
    end: 'MIN' | 'MAX',
    direction: 'ASC' | 'DESC',
  ): Promise<number | null> {
    const nearest = `SELECT sequence FROM audit_events ${engineOf(this.dataSource).byIndex('audit_events_at')}
      WHERE enterprise_key = ? AND at >= ? AND at < ? ORDER BY at ${direction}, sequence ${direction} LIMIT ${NEIGHBORS}`;
    const [found] = await this.dataSource.query<{ sequence: string | number | null }[]>(
      `SELECT ${end}(sequence) AS sequence FROM (${nearest}) AS nearest`,
      [enterpriseKey, from, until],
    );
    return found?.sequence == null ? null : Number(found.sequence);
  }
}

function actionsOf({ action, outcome }: AuditEventFilter): readonly string[] | undefined {
  if (outcome === undefined) return action === undefined ? undefined : [action];
  return (action === undefined ? AUDIT_ACTIONS : [action]).filter((name) => outcomeOf(name) === outcome);
}
