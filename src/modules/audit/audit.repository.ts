import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { engineOf } from '../../database/engine/engine.js';
import type { InstantRange } from '../../time/days.js';
import { actionsOf, type AuditEventFilter, type AuditEventRow } from './audit-event-filter.js';
import type { AuditEvent } from './audit.entity.js';

/** Two numbers, the first and the last that are meant. */
type Span = readonly [first: number, last: number];

const COLUMNS =
  'sequence, at, actor, action, api_key_id AS apiKeyId, application, details, address, request_id AS requestId';
/** As it is read: large whole numbers may come as text. */
type Read<Row> = Omit<Row, 'sequence' | 'at'> & Record<'sequence' | 'at', string | number>;

const withNumbers = <Row extends object>(row: Read<Row>) => ({
  ...row,
  sequence: Number(row.sequence),
  at: Number(row.at),
});

const EVERYTHING: Span = [0, Number.MAX_SAFE_INTEGER];
/** Clocks of instances differ, so an event may stand before one that is older: so many neighbours in time are looked at. */
const NEIGHBOURS = 1_000;

/** Reads pages of a trail, each by an index that has its events in their order: what a page costs does not depend on the trail's length. */
@Injectable()
export class AuditEventsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The newest events first, or the oldest. */
  async list(
    enterpriseKey: number,
    filter: AuditEventFilter,
    limit: number,
    direction: 'ASC' | 'DESC' = 'DESC',
  ): Promise<AuditEventRow[]> {
    const actions = actionsOf(filter);
    if (actions?.length === 0) return [];
    const span = await this.spanOf(enterpriseKey, filter);
    if (!span) return [];
    const page = `ORDER BY sequence ${direction} LIMIT ${limit}`;
    const kinds = (actions ?? [undefined]).map((action) => this.select(enterpriseKey, filter, action, span));
    const parts = kinds.map(({ sql }, at) => `SELECT * FROM (${sql} ${page}) AS kind${at}`);
    // an index has the events of one kind in their order, not those of several
    const sql = parts.length > 1 ? `${parts.join(' UNION ALL ')} ${page}` : `${kinds[0]?.sql} ${page}`;
    const values = kinds.flatMap((kind) => kind.values);
    const rows = await this.dataSource.query<Read<AuditEventRow>[]>(sql, values);
    return rows.map((row) => withNumbers<AuditEventRow>(row));
  }

  /** The events after one in their order, with all that their seals are over. */
  listSealed(enterpriseKey: number, after: number, limit: number): Promise<AuditEvent[]> {
    return this.sealed(enterpriseKey, 'sequence > ? ORDER BY sequence', after, limit);
  }

  /** The event with a number, or the last before it. */
  async sealedUpTo(enterpriseKey: number, sequence: number): Promise<AuditEvent | undefined> {
    const [found] = await this.sealed(enterpriseKey, 'sequence <= ? ORDER BY sequence DESC', sequence, 1);
    return found;
  }

  private async sealed(
    enterpriseKey: number,
    which: string,
    sequence: number,
    limit: number,
  ): Promise<AuditEvent[]> {
    const table = `audit_events ${engineOf(this.dataSource).byPrimaryKey('audit_events')}`;
    const rows = await this.dataSource.query<Read<Omit<AuditEvent, 'enterpriseKey'>>[]>(
      `SELECT ${COLUMNS}, hash FROM ${table} WHERE enterprise_key = ? AND ${which} LIMIT ${limit}`,
      [enterpriseKey, sequence],
    );
    return rows.map((row) => ({ ...withNumbers<Omit<AuditEvent, 'enterpriseKey'>>(row), enterpriseKey }));
  }

  private select(
    enterpriseKey: number,
    { actor, apiKeyId, times = {} }: AuditEventFilter,
    action: string | undefined,
    [first, last]: Span,
  ): { sql: string; values: (string | number)[] } {
    const wanted = { key: apiKeyId, actor, action };
    const index = Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    // the events of one person with one key are few enough to be looked through
    const name = ['audit_events', ...index.slice(0, 2)].join('_');
    const engine = engineOf(this.dataSource);
    const hint = index.length === 0 ? engine.byPrimaryKey(name) : engine.byIndex(name);
    const conditions = [
      ['enterprise_key = ?', enterpriseKey],
      ['sequence >= ?', first],
      ['sequence <= ?', last],
      ['api_key_id = ?', apiKeyId],
      ['actor = ?', actor],
      ['action = ?', action],
      ['at >= ?', times.from],
      ['at < ?', times.until],
    ].filter((condition): condition is [string, string | number] => condition[1] !== undefined);
    const where = conditions.map(([text]) => text).join(' AND ');
    const sql = `SELECT ${COLUMNS} FROM audit_events ${hint} WHERE ${where}`;
    return { sql, values: conditions.map(([, value]) => value) };
  }

  /** Between which numbers the events lie; undefined where there are none. */
  private async spanOf(
    enterpriseKey: number,
    { before, after, times = {} }: AuditEventFilter,
  ): Promise<Span | undefined> {
    const first = after === undefined ? EVERYTHING[0] : after + 1;
    const last = before === undefined ? EVERYTHING[1] : before - 1;
    if (times.from === undefined && times.until === undefined) return [first, last];
    const earliest = await this.endOf(enterpriseKey, times, 'MIN');
    const latest = await this.endOf(enterpriseKey, times, 'MAX');
    if (earliest === null || latest === null) return undefined;
    return [Math.max(first, earliest), Math.min(last, latest)];
  }

  private async endOf(
    enterpriseKey: number,
    { from = 0, until = Number.MAX_SAFE_INTEGER }: Partial<InstantRange>,
    which: 'MIN' | 'MAX',
  ): Promise<number | null> {
    const direction = which === 'MIN' ? 'ASC' : 'DESC';
    const nearest = `SELECT sequence FROM audit_events ${engineOf(this.dataSource).byIndex('audit_events_at')}
      WHERE enterprise_key = ? AND at >= ? AND at < ? ORDER BY at ${direction}, sequence ${direction} LIMIT ${NEIGHBOURS}`;
    const [found] = await this.dataSource.query<{ sequence: string | number | null }[]>(
      `SELECT ${which}(sequence) AS sequence FROM (${nearest}) AS nearest`,
      [enterpriseKey, from, until],
    );
    return found?.sequence == null ? null : Number(found.sequence);
  }
}
