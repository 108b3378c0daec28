import type { DataSource } from 'typeorm';
import { LAST_ERASURE } from '../../database/change-log.js';
import { engineOf } from '../../database/engine/engine.js';
import { placesOf } from '../../database/engine/upsert.js';
import { isOfDevice, type RecordKind } from './record-kinds.js';
import { DEVICE_KEY, ENTERPRISE_KEY, type ParsedRecord } from './record-parser.js';

/** Why a record is refused. */
export const NO_ENTERPRISE = 'enterprise_id: no such enterprise';
export const NO_DEVICE = 'device_id: no such device in this enterprise';

/** A larger cache is emptied. Most exports have fewer enterprises and devices. */
const MAX_ENTRIES = 200_000;

/** The keys of enterprises or of devices. */
interface Keys {
  readonly column: number;
  readonly reason: string;
  readonly known: Map<string, number>;
  readonly nameOf: (record: ParsedRecord) => string;
  readonly find: (unknown: readonly ParsedRecord[]) => Promise<ReadonlyMap<string, number>>;
}

/** Unambiguous, whatever characters the id has. */
const deviceName = (enterpriseKey: number, id: string): string => `${enterpriseKey}:${id}`;

/** Fills the keys of enterprises and devices into rows. One query looks up all unknown ones of a batch. */
export class KeyCache {
  private readonly enterprises: Keys = {
    column: ENTERPRISE_KEY,
    reason: NO_ENTERPRISE,
    known: new Map(),
    nameOf: ({ enterpriseId }) => enterpriseId,
    find: (unknown) => this.findEnterprises(unknown),
  };
  private readonly devices: Keys = {
    column: DEVICE_KEY,
    reason: NO_DEVICE,
    known: new Map(),
    nameOf: ({ row, deviceId }) => deviceName(Number(row[ENTERPRISE_KEY]), deviceId),
    find: (unknown) => this.findDevices(unknown),
  };
  /** The last erasure of each enterprise when its devices were first looked up. */
  private readonly erasures = new Map<number, number>();

  constructor(private readonly dataSource: DataSource) {}

  /** Returns the records whose enterprise or device does not exist, with the reason. */
  async fillIn(
    kind: RecordKind,
    records: readonly ParsedRecord[],
  ): Promise<ReadonlyMap<ParsedRecord, string>> {
    const refused = new Map<ParsedRecord, string>();
    if (kind !== 'enterprises') await fill(this.enterprises, records, refused);
    if (isOfDevice(kind)) await fill(this.devices, records, refused);
    return refused;
  }

  /** Removes the enterprises that do not exist any more: a later one with the same id has another key. */
  forget(refused: ReadonlyMap<ParsedRecord, string>): void {
    for (const [{ enterpriseId }, reason] of refused)
      if (reason === NO_ENTERPRISE) this.enterprises.known.delete(enterpriseId);
  }

  /** Returns whether a device may have been erased since it was looked up. */
  mayBeStale(enterpriseKey: number, lastErasure: number): boolean {
    return lastErasure !== this.erasures.get(enterpriseKey);
  }

  private async findEnterprises(records: readonly ParsedRecord[]): Promise<ReadonlyMap<string, number>> {
    const ids = records.map(({ enterpriseId }) => enterpriseId);
    const sql = `SELECT id, \`key\`, ${LAST_ERASURE} AS lastErasure FROM enterprises WHERE id IN ${placesOf(ids)}`;
    const found = await this.dataSource.query<{ id: string; key: number; lastErasure: string }[]>(sql, ids);
    for (const { key, lastErasure } of found)
      if (!this.erasures.has(key)) this.erasures.set(key, Number(lastErasure));
    return new Map(found.map(({ id, key }) => [id, key]));
  }

  private async findDevices(records: readonly ParsedRecord[]): Promise<ReadonlyMap<string, number>> {
    const pairs = records.map(({ row, deviceId }) => [row[ENTERPRISE_KEY], deviceId]);
    const sql = `SELECT enterprise_key AS enterpriseKey, id, device_key AS deviceKey FROM devices
      WHERE (enterprise_key, id) ${engineOf(this.dataSource).inRows(pairs.map(placesOf).join(', '))}`;
    const found = await this.dataSource.query<{ enterpriseKey: number; id: string; deviceKey: number }[]>(
      sql,
      pairs.flat(),
    );
    return new Map(
      found.map(({ enterpriseKey, id, deviceKey }) => [deviceName(enterpriseKey, id), deviceKey]),
    );
  }
}

async function fill(
  { column, reason, known, nameOf, find }: Keys,
  records: readonly ParsedRecord[],
  refused: Map<ParsedRecord, string>,
): Promise<void> {
  if (known.size > MAX_ENTRIES) known.clear();
  const unknown = new Map<string, ParsedRecord>();
  for (const record of records)
    if (!refused.has(record) && !known.has(nameOf(record))) unknown.set(nameOf(record), record);
  if (unknown.size > 0) for (const [name, key] of await find([...unknown.values()])) known.set(name, key);
  for (const record of records) {
    if (refused.has(record)) continue;
    const key = known.get(nameOf(record));
    if (key === undefined) refused.set(record, reason);
    else record.row[column] = key;
  }
}
