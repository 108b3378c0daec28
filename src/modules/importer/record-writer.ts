import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { beginChanges, type ChangeKind, type ChangeTicket } from '../../database/change-log.js';
import { databaseNow } from '../../database/engine/engine.js';
import { placesOf, storeRows } from '../../database/engine/upsert.js';
import { TIME_SERIES_TABLES, isTimeSeries } from '../../database/record-tables.js';
import type { Value } from '../../database/rows/reader.js';
import { NO_TIME } from '../../database/schema/columns.js';
import { noteFigure } from '../../database/figures.js';
import { Transactions } from '../../database/transactions.js';
import { startOfDayAgo } from '../../time/days.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { settingsChanges, type SettingsChange } from '../enterprises/enterprises.service.js';
import { EnterpriseBatch, rowOf, type RecordRow } from './enterprise-batch.js';
import type { ImportAudit } from './import-audit.js';
import { isOfDevice } from './record-kinds.js';
import { DEVICE_KEY, ENTERPRISE_KEY, type ParsedRecord, type RecordParser } from './record-parser.js';

const NOTED_FOR_MS = 10_000;

/** Maximum size of the cache, which is then emptied. Most exports have fewer devices. */
const MAX_DEVICES = 200_000;

interface WriteResult {
  readonly refused: ReadonlyMap<ParsedRecord, string>;
  readonly tooOld: number;
  /** Records that were not refused, by the key of their enterprise. */
  readonly loaded: ReadonlyMap<number, number>;
  readonly changed: ReadonlySet<ChangeKind>;
}

const NOTHING: WriteResult = { refused: new Map(), tooOld: 0, loaded: new Map(), changed: new Set() };

const UNKNOWN = 0; // the key of the records whose enterprise is unknown

export class RecordWriter {
  private readonly deviceKeys = new Map<string, number>();
  private readonly notedAt = new Map<ChangeKind, number>();
  private readonly transactions = new Transactions(this.dataSource);

  constructor(private readonly dataSource: DataSource) {}

  async write(
    parser: RecordParser,
    records: readonly ParsedRecord[],
    audit?: ImportAudit,
  ): Promise<WriteResult> {
    if (records.length === 0) return NOTHING;
    const { kind } = parser;
    if (kind !== 'enterprises') await this.fillInEnterprises(records);
    const result = await this.transactions.run(
      (manager) =>
        kind === 'enterprises'
          ? writeEnterprises(manager, parser, records, audit)
          : this.writeRecords(manager, parser, kind, records),
      Infinity,
    );
    for (const [enterpriseKey, count] of result.loaded) audit?.countLoaded(kind, enterpriseKey, count);
    await this.noteChanges(result.changed);
    await nextTurn(); // yields to the event loop, because SQLite never waits
    return result;
  }

  /** Skips kinds that were noted in the last 10 seconds, because a commit takes as long as a tenth of a batch. */
  private async noteChanges(kinds: Iterable<ChangeKind>): Promise<void> {
    const now = performance.now();
    for (const kind of kinds) {
      if (now - (this.notedAt.get(kind) ?? -Infinity) < NOTED_FOR_MS) continue;
      this.notedAt.set(kind, now);
      await noteFigure(this.transactions, kind);
    }
  }

  private async fillInEnterprises(records: readonly ParsedRecord[]): Promise<void> {
    const ids = [...new Set(records.map(({ enterpriseId }) => enterpriseId))];
    const found = await this.dataSource.query<{ id: string; key: number }[]>(
      `SELECT id, \`key\` FROM enterprises WHERE id IN ${placesOf(ids)}`,
      ids,
    );
    const keys = new Map(found.map(({ id, key }) => [id, key]));
    for (const { row, enterpriseId } of records) row[ENTERPRISE_KEY] = keys.get(enterpriseId) ?? UNKNOWN;
  }

  private async writeRecords(
    manager: EntityManager,
    parser: RecordParser,
    kind: ChangeKind,
    records: readonly ParsedRecord[],
  ): Promise<WriteResult> {
    const keys = new Set(records.map(enterpriseKeyOf));
    keys.delete(UNKNOWN);
    const tickets = await beginChanges(manager, [...keys]);
    const unknown = records.filter((record) => !tickets.has(enterpriseKeyOf(record)));
    const refused = new Map(unknown.map((record) => [record, 'enterprise_id: no such enterprise']));
    const loaded = new Map<number, number>();
    const changed = new Set<ChangeKind>();
    let tooOld = 0;
    const now = await databaseNow(manager);
    for (const [enterpriseKey, ticket] of tickets) {
      const own = records.filter((record) => enterpriseKeyOf(record) === enterpriseKey);
      if (isOfDevice(kind)) await this.fillInDevices(manager, enterpriseKey, ticket, own);
      const isTooOld = isTooOldFor(parser, ticket, now);
      const kept: ParsedRecord[] = [];
      for (const record of own) {
        if (isOfDevice(kind) && record.row[DEVICE_KEY] === 0)
          refused.set(record, 'device_id: no such device in this enterprise');
        else if (isTooOld(record)) tooOld++;
        else kept.push(record);
      }
      if (kept.length === 0) continue;
      const batch = new EnterpriseBatch(manager, parser, kind, enterpriseKey, ticket);
      const foreign = await batch.write(kept);
      for (const [record, reason] of foreign) refused.set(record, reason);
      loaded.set(enterpriseKey, kept.length - foreign.size);
      for (const each of batch.changed) changed.add(each);
    }
    return { refused, tooOld, loaded, changed };
  }

  /**
   * Looks up devices under the lock of their enterprise, so that none is erased before the commit. The cache contains
   * only devices that were found since the last erasure. Unknown devices get the key 0.
   */
  private async fillInDevices(
    manager: EntityManager,
    enterpriseKey: number,
    { lastErasure }: ChangeTicket,
    records: readonly ParsedRecord[],
  ): Promise<void> {
    const nameOf = (id: string): string => `${enterpriseKey}:${lastErasure}:${id}`;
    if (this.deviceKeys.size > MAX_DEVICES) this.deviceKeys.clear();
    const unknown = records.filter(({ deviceId }) => !this.deviceKeys.has(nameOf(deviceId)));
    const ids = [...new Set(unknown.map(({ deviceId }) => deviceId))];
    if (ids.length > 0) {
      const found = await manager.query<{ id: string; deviceKey: number }[]>(
        `SELECT id, device_key AS deviceKey FROM devices WHERE enterprise_key = ? AND id IN ${placesOf(ids)}`,
        [enterpriseKey, ...ids],
      );
      for (const { id, deviceKey } of found) this.deviceKeys.set(nameOf(id), deviceKey);
    }
    for (const { row, deviceId } of records) row[DEVICE_KEY] = this.deviceKeys.get(nameOf(deviceId)) ?? 0;
  }
}

const enterpriseKeyOf = ({ row }: ParsedRecord): number => Number(row[ENTERPRISE_KEY]);

/** Finds records that retention would remove at `now`. Records without a time are kept. */
function isTooOldFor(
  { kind, columns }: RecordParser,
  { timeZone, retentionDays }: ChangeTicket,
  now: number,
): (record: ParsedRecord) => boolean {
  if (retentionDays === null || !isTimeSeries(kind)) return () => false;
  const timeAt = columns.indexOf(TIME_SERIES_TABLES[kind].time);
  const keptFrom = startOfDayAgo(retentionDays, now, ZonedTime.of(timeZone));
  return ({ isDeletion, row }) => {
    const time = Number(row[timeAt]);
    return !isDeletion && time !== NO_TIME && time < keptFrom;
  };
}

/** Keeps the stored values of members that a line omits. */
async function writeEnterprises(
  manager: EntityManager,
  parser: RecordParser,
  records: readonly ParsedRecord[],
  audit: ImportAudit | undefined,
): Promise<WriteResult> {
  const { columns, idAt } = parser;
  const ids = [...new Set(records.map(({ row }) => row[idAt] ?? null))];
  const which = `WHERE id IN ${placesOf(ids)}`;
  // Locks the rows, because an administrator may be changing a setting that a line omits.
  await manager.query(`UPDATE enterprises SET change_number = change_number ${which}`, ids);
  const found = await manager.query<Record<string, Value>[]>(
    `SELECT \`key\`, ${columns.join(', ')} FROM enterprises ${which}`,
    ids,
  );
  const rows = new Map(found.map((values) => [values.id ?? null, rowOf(columns, values)]));
  for (const { row, leftOut } of records) {
    const id = row[idAt] ?? null;
    const before = rows.get(id) ?? row;
    const merged = row.map((value, at) => (leftOut.includes(at) ? (before[at] ?? null) : value));
    rows.set(id, merged);
  }
  await storeRows(manager, parser.upsert, [...rows.values()]);
  const settingsOf = (row: RecordRow): SettingsChange => {
    const [zone, days] = ['time_zone', 'retention_days'].map((name) => row[columns.indexOf(name)] ?? null);
    return { timeZone: String(zone), retentionDays: days === null ? null : Number(days) };
  };
  for (const before of found) {
    const after = rows.get(before.id ?? null) ?? [];
    const details = settingsChanges(settingsOf(rowOf(columns, before)), settingsOf(after));
    if (details) await audit?.settingsChanged(manager, Number(before.key), details);
  }
  return NOTHING;
}
