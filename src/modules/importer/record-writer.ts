import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import {
  beginChanges,
  logChange,
  type ChangedIds,
  type ChangeTicket,
  CHANGE_KINDS,
  type ChangeKind,
  deleteRecords,
} from '../../database/change-log.js';
import { TIME_SERIES_TABLES, isTimeSeries } from '../../database/record-tables.js';
import { conditionsOf, rangesOf } from '../../database/id-ranges.js';
import { engineOf } from '../../database/engine/engine.js';
import { placesOf, storeRows } from '../../database/engine/upsert.js';
import type { Value } from '../../database/rows/reader.js';
import { NO_TIME } from '../../database/schema/columns.js';
import { Transactions } from '../../database/transactions.js';
import { startOfDayAgo } from '../../time/days.js';
import { ZonedTime } from '../../time/zoned-time.js';
import type { AuditEntry, AuditService } from '../audit/audit.service.js';
import { KeyCache, NO_DEVICE, NO_ENTERPRISE } from './key-cache.js';
import { isOfDevice, type RecordKind } from './record-kinds.js';
import { DEVICE_KEY, ENTERPRISE_KEY, type ParsedRecord, type RecordParser } from './record-parser.js';
import type { Caller } from '../../auth/caller.js';

interface WriteResult {
  readonly refused: Map<ParsedRecord, string>;
  readonly tooOld: number;
  readonly applied: ReadonlyMap<number, number>;
}

export class RecordWriter {
  private readonly transactions: Transactions;
  private readonly keys: KeyCache;

  constructor(dataSource: DataSource) {
    this.transactions = new Transactions(dataSource);
    this.keys = new KeyCache(dataSource);
  }

  async write(
    parser: RecordParser,
    records: readonly ParsedRecord[],
    audit?: ImportAudit,
  ): Promise<Omit<WriteResult, 'applied'>> {
    const { kind } = parser;
    const unknown = await this.keys.fillIn(kind, records);
    const known = records.filter((record) => !unknown.has(record));
    if (known.length === 0) return { refused: unknown, tooOld: 0 };
    const { refused, tooOld, applied } = await this.transactions.run(
      (manager) =>
        kind === 'enterprises'
          ? writeEnterprises(manager, parser, known, audit)
          : this.writeRecords(manager, parser, kind, known),
      Infinity,
    );
    for (const [enterpriseKey, count] of applied) audit?.countLoaded(kind, enterpriseKey, count);
    for (const [{ enterpriseId }, reason] of refused)
      if (reason === NO_ENTERPRISE) this.keys.forgetEnterprise(enterpriseId);
    await nextTurn(); // yields to the event loop, because SQLite never waits
    return { refused: new Map([...unknown, ...refused]), tooOld };
  }

  private async writeRecords(
    manager: EntityManager,
    parser: RecordParser,
    kind: ChangeKind,
    records: readonly ParsedRecord[],
  ): Promise<WriteResult> {
    const byEnterprise = groupByEnterprise(records);
    const tickets = await beginChanges(manager, [...byEnterprise.keys()]);
    const refused = new Map<ParsedRecord, string>();
    const applied = new Map<number, number>();
    let tooOld = 0;
    for (const [key, some] of byEnterprise) {
      const ticket = tickets.get(key);
      if (!ticket) {
        for (const record of some) refused.set(record, NO_ENTERPRISE);
        continue;
      }
      const batch = new EnterpriseBatch(manager, parser, kind, key, ticket);
      const mayBeStale = isOfDevice(kind) && this.keys.mayBeStale(key, ticket.lastErasure);
      const ofErased = mayBeStale ? await batch.ofErasedDevices(some) : new Set();
      const isTooOld = isTooOldFor(parser, ticket);
      const kept: ParsedRecord[] = [];
      for (const record of some) {
        if (ofErased.has(record)) refused.set(record, NO_DEVICE);
        else if (isTooOld(record)) tooOld++;
        else kept.push(record);
      }
      if (kept.length === 0) continue;
      const refusedHere = await batch.write(kept);
      for (const [record, reason] of refusedHere) refused.set(record, reason);
      applied.set(key, kept.length - refusedHere.size);
    }
    return { refused, tooOld, applied };
  }
}

class EnterpriseBatch {
  private readonly id: number;
  private readonly number: number;

  constructor(
    private readonly transaction: EntityManager,
    private readonly parser: RecordParser,
    private readonly kind: ChangeKind,
    private readonly enterpriseKey: number,
    private readonly ticket: ChangeTicket,
  ) {
    this.id = parser.columns.indexOf('id');
    this.number = kind === 'devices' ? DEVICE_KEY : this.id;
  }

  async write(records: readonly ParsedRecord[]): Promise<ReadonlyMap<ParsedRecord, string>> {
    const existing = await this.existing(records);
    const { stored, removed, refused } = resolveBatch(this.parser, records, existing);
    if (this.kind === 'devices') await this.assignDeviceKeys(stored);
    await this.store(stored);
    if (this.kind === 'devices') await this.touchApps(stored, existing);
    else await this.writeRemovals(stored, removed);
    await this.log(this.kind, { stored: this.numbersOf(stored), removed: this.numbersOf(removed) });
    return refused;
  }

  /**
   * Returns the records of devices that were erased after their lookup. No other device can be erased until the
   * transaction ends.
   */
  async ofErasedDevices(records: readonly ParsedRecord[]): Promise<ReadonlySet<unknown>> {
    const keys = [...new Set(records.map(({ row }) => row[DEVICE_KEY] ?? null))];
    const found = await this.query<{ deviceKey: number }>(
      `SELECT device_key AS deviceKey FROM devices WHERE enterprise_key = ? AND device_key IN ${placesOf(keys)}`,
      keys,
    );
    const existing = new Set(found.map(({ deviceKey }) => deviceKey));
    return new Set(records.filter(({ row }) => !existing.has(Number(row[DEVICE_KEY]))));
  }

  private query<Found>(sql: string, parameters: Value[]): Promise<Found[]> {
    return this.transaction.query<Found[]>(sql, [this.enterpriseKey, ...parameters]);
  }

  private numbersOf(rows: readonly Row[]): number[] {
    return rows.map((row) => Number(row[this.number]));
  }

  private idsOf(rows: readonly Row[]): Value[] {
    return rows.map((row) => row[this.id] ?? null);
  }

  private log(kind: ChangeKind, touched: ChangedIds): Promise<void> {
    return logChange(this.transaction, this.enterpriseKey, kind, this.ticket, touched);
  }

  private async existing(records: readonly ParsedRecord[]): Promise<ReadonlyMap<Value, Row>> {
    const isDevices = this.kind === 'devices';
    const { table, columns } = this.parser;
    // Without a hint SQLite reads all records of the enterprise.
    const index = isDevices ? '' : engineOf(this.transaction.dataSource).byIndex(`${table}_id`);
    const select = `SELECT ${columns.join(', ')} FROM ${table} ${index} WHERE enterprise_key = ? AND id`;
    const ids = this.idsOf(records.map(({ row }) => row));
    // Record ids are mostly consecutive numbers in an export. Device ids are text.
    const conditions = isDevices
      ? [[`IN ${placesOf(ids)}`, ...ids]]
      : conditionsOf(rangesOf(ids.map(Number)));
    const existing = new Map<Value, Row>();
    for (const [condition, ...parameters] of conditions) {
      for (const values of await this.query<Record<string, Value>>(`${select} ${condition}`, parameters)) {
        const row = columns.map((column) => values[column] ?? null);
        existing.set(isDevices ? (row[this.id] ?? null) : Number(row[this.id]), row);
      }
    }
    return existing;
  }

  /** Gives a device that returns after its erasure its old key, because feeds identify it by that key. */
  private async assignDeviceKeys(rows: readonly Row[]): Promise<void> {
    let last = this.ticket.lastDeviceKey;
    const isNew = rows.filter((row) => row[DEVICE_KEY] === 0);
    const before = await this.takeErasedKeys(this.idsOf(isNew));
    for (const row of isNew) row[DEVICE_KEY] = before.get(row[this.id] ?? null) ?? ++last;
    if (last > this.ticket.lastDeviceKey)
      await this.transaction.query('UPDATE enterprises SET last_device_key = ? WHERE `key` = ?', [
        last,
        this.enterpriseKey,
      ]);
  }

  private async takeErasedKeys(ids: Value[]): Promise<ReadonlyMap<Value, number>> {
    if (ids.length === 0 || this.ticket.lastErasure === 0) return new Map();
    const from = `FROM erased_devices WHERE enterprise_key = ? AND id IN ${placesOf(ids)}`;
    const found = await this.query<{ id: string; deviceKey: number }>(
      `SELECT id, device_key AS deviceKey ${from}`,
      ids,
    );
    if (found.length > 0) await this.query(`DELETE ${from}`, ids);
    return new Map(found.map(({ id, deviceKey }) => [id, deviceKey]));
  }

  private async store(rows: readonly Row[]): Promise<void> {
    const { columns, replaced } = this.parser;
    // Changes rows in place, because copies would cost a tenth of an import.
    for (const row of rows) row[columns.length] = this.ticket.changeNumber;
    const upsert = {
      ...this.parser,
      columns: [...columns, 'change_number'],
      replaced: [...replaced, 'change_number'],
    };
    await storeRows(this.transaction, upsert, rows);
  }

  /** Changes the apps of a deleted or restored device, because feeds show them as deleted or new together with it. */
  private async touchApps(stored: readonly Row[], existing: ReadonlyMap<Value, Row>): Promise<void> {
    const status = this.parser.columns.indexOf('status');
    const moved = stored.filter((row) => {
      const before = existing.get(row[this.id] ?? null);
      return before && (before[status] === DELETED) !== (row[status] === DELETED);
    });
    if (moved.length === 0) return;
    const keys = this.numbersOf(moved);
    const where = `WHERE enterprise_key = ? AND device_key IN ${placesOf(keys)}`;
    const apps = await this.query<{ id: string }>(`SELECT id FROM applications ${where}`, keys);
    await this.transaction.query(`UPDATE applications SET change_number = ? ${where}`, [
      this.ticket.changeNumber,
      this.enterpriseKey,
      ...keys,
    ]);
    await this.log('applications', { stored: apps.map(({ id }) => Number(id)), removed: [] });
  }

  private async writeRemovals(stored: readonly Row[], removed: readonly Row[]): Promise<void> {
    const tombstones = 'FROM removals WHERE enterprise_key = ? AND kind = ?';
    const kind = CHANGE_KINDS[this.kind];
    if (stored.length > 0 && (await this.query(`SELECT 1 ${tombstones} LIMIT 1`, [kind])).length > 0) {
      const numbers = this.numbersOf(stored);
      await this.query(`DELETE ${tombstones} AND id IN ${placesOf(numbers)}`, [kind, ...numbers]);
    }
    if (removed.length === 0) return;
    await deleteRecords(this.transaction, this.enterpriseKey, this.ticket, {
      kind: this.kind,
      table: this.parser.table,
      deviceKeys: new Map(removed.map((row) => [Number(row[this.id]), Number(row[DEVICE_KEY])])),
    });
  }
}

/** Keeps the stored values of members that a line omits. */
async function writeEnterprises(
  transaction: EntityManager,
  parser: RecordParser,
  records: readonly ParsedRecord[],
  audit: ImportAudit | undefined,
): Promise<WriteResult> {
  const { columns } = parser;
  const idAt = columns.indexOf('id');
  const ids = [...new Set(records.map(({ row }) => row[idAt] ?? null))];
  const which = `WHERE id IN ${placesOf(ids)}`;
  // Locks the rows, because an administrator may be changing a setting that a line omits.
  await transaction.query(`UPDATE enterprises SET change_number = change_number ${which}`, ids);
  const existing = await transaction.query<Record<string, Value>[]>(
    `SELECT \`key\`, ${columns.join(', ')} FROM enterprises ${which}`,
    ids,
  );
  const rows = new Map<Value, Row>(
    existing.map((values) => [values.id ?? null, columns.map((column) => values[column] ?? null)]),
  );
  for (const { row, leftOut } of records) {
    const before = rows.get(row[idAt] ?? null);
    const merged = row.map((value, at) => (before && leftOut.includes(at) ? (before[at] ?? null) : value));
    rows.set(row[idAt] ?? null, merged);
  }
  await storeRows(transaction, parser, [...rows.values()]);
  for (const before of audit ? existing : []) {
    const after = rows.get(before.id ?? null) ?? [];
    const details = changedSettings(before, (column) => after[columns.indexOf(column)] ?? null);
    if (Object.keys(details).length > 0)
      await audit?.settingsChanged(transaction, Number(before.key), details);
  }
  return { refused: new Map(), tooOld: 0, applied: new Map() };
}

function changedSettings(
  before: Record<string, Value>,
  after: (column: string) => Value,
): AuditEntry['details'] {
  const zones = { time_zone: after('time_zone'), previous_time_zone: before.time_zone };
  const [days = null, previous = null] = [after('retention_days'), before.retention_days ?? null].map(
    (value) => (value === null ? null : Number(value)),
  );
  return {
    ...(zones.time_zone !== zones.previous_time_zone && zones),
    ...(days !== previous && { retention_days: days, previous_retention_days: previous }),
  };
}

/** Finds records that retention would remove immediately. It never removes records without a time. */
function isTooOldFor(
  { kind, columns }: RecordParser,
  { timeZone, retentionDays }: ChangeTicket,
): (record: ParsedRecord) => boolean {
  if (retentionDays === null || !isTimeSeries(kind)) return () => false;
  const timeAt = columns.indexOf(TIME_SERIES_TABLES[kind].time);
  const keptFrom = startOfDayAgo(retentionDays, Date.now(), ZonedTime.of(timeZone));
  return ({ isDeletion, row }) => {
    const time = Number(row[timeAt]);
    return !isDeletion && time !== NO_TIME && time < keptFrom;
  };
}

function groupByEnterprise(records: readonly ParsedRecord[]): ReadonlyMap<number, readonly ParsedRecord[]> {
  const groups = new Map<number, ParsedRecord[]>();
  for (const record of records) {
    const key = Number(record.row[ENTERPRISE_KEY]);
    const group = groups.get(key);
    if (group) group.push(record);
    else groups.set(key, [record]);
  }
  return groups;
}

/** Status of a deleted device. Its row stays for its histories and for its return. */
export const DELETED = 'DELETED';

export type Row = Value[];

export interface ResolvedBatch {
  readonly stored: readonly Row[];
  readonly removed: readonly Row[];
  readonly refused: ReadonlyMap<ParsedRecord, string>;
}

export function resolveBatch(
  { kind, columns }: RecordParser,
  records: readonly ParsedRecord[],
  existing: ReadonlyMap<Value, Row>,
): ResolvedBatch {
  const [idAt, statusAt] = [columns.indexOf('id'), columns.indexOf('status')];
  const after = new Map<Value, Row | undefined>();
  const refused = new Map<ParsedRecord, string>();
  for (const record of records) {
    const id = record.row[idAt] ?? null;
    const current = after.has(id) ? after.get(id) : existing.get(id);
    if (!record.isDeletion) {
      // A device keeps its key. A new one has none yet.
      const key = existing.get(id)?.[DEVICE_KEY] ?? 0;
      after.set(id, kind === 'devices' ? record.row.with(DEVICE_KEY, key) : record.row);
    } else if (current && isOfDevice(kind) && Number(current[DEVICE_KEY]) !== Number(record.row[DEVICE_KEY]))
      refused.set(record, 'device_id: the record is not one of this device');
    else if (current) after.set(id, kind === 'devices' ? current.with(statusAt, DELETED) : undefined);
  }
  const [stored, removed]: [Row[], Row[]] = [[], []];
  for (const [id, row] of after) {
    const before = existing.get(id);
    if (row && !(before && columns.every((_column, at) => isSame(row[at], before[at])))) stored.push(row);
    if (!row && before) removed.push(before);
  }
  return { stored, removed, refused };
}

/** Compares values as text, because drivers return some numbers as text, and flags as numbers. */
const isSame = (one: Value = null, other: Value = null): boolean =>
  one === other || (one !== null && other !== null && String(one) === String(other));

export class ImportAudit {
  private readonly loaded = new Map<number, Partial<Record<RecordKind, number>>>();

  constructor(
    private readonly audit: AuditService,
    private readonly importer: Omit<Caller, 'enterpriseKey'>,
  ) {}

  /** Must run in the transaction of the change. */
  settingsChanged(
    manager: EntityManager,
    enterpriseKey: number,
    details: AuditEntry['details'],
  ): Promise<void> {
    return this.audit.add(
      manager,
      { ...this.importer, enterpriseKey },
      { action: 'settings.updated', details },
    );
  }

  countLoaded(kind: RecordKind, enterpriseKey: number, records: number): void {
    if (records === 0) return;
    const counts = this.loaded.get(enterpriseKey) ?? {};
    counts[kind] = (counts[kind] ?? 0) + records;
    this.loaded.set(enterpriseKey, counts);
  }

  /** Must also run after a failed import, because loaded records stay. */
  async writeCounts(): Promise<void> {
    for (const [enterpriseKey, details] of this.loaded)
      await this.audit.recorded({ ...this.importer, enterpriseKey }, () =>
        Promise.resolve({ result: undefined, entry: { action: 'import.applied', details } } as const),
      );
    this.loaded.clear();
  }
}
