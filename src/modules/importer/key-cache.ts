import type { DataSource } from 'typeorm';
import { LAST_ERASURE } from '../../database/change-log.js';
import { engineOf } from '../../database/engine/engine.js';
import { placesOf } from '../../database/engine/upsert.js';
import { isOfDevice, type RecordKind } from './record-kinds.js';
import { DEVICE_KEY, ENTERPRISE_KEY, type ParsedRecord } from './record-parser.js';

export const NO_ENTERPRISE = 'enterprise_id: no such enterprise';
export const NO_DEVICE = 'device_id: no such device in this enterprise';

/** Maximum size of a cache, which is then emptied. Most exports have fewer enterprises and devices. */
const MAX_ENTRIES = 200_000;

const deviceName = (enterpriseKey: unknown, id: string): string => `${Number(enterpriseKey)}:${id}`;

export class KeyCache {
  private readonly enterprises = new Map<string, number>();
  private readonly devices = new Map<string, number>();
  /** Last erasure of each enterprise when it was first looked up. */
  private readonly erasures = new Map<number, number>();

  constructor(private readonly dataSource: DataSource) {}

  async fillIn(kind: RecordKind, records: readonly ParsedRecord[]): Promise<Map<ParsedRecord, string>> {
    const refused = new Map<ParsedRecord, string>();
    if (kind === 'enterprises') return refused;
    await this.findEnterprises(records);
    for (const record of records) {
      const key = this.enterprises.get(record.enterpriseId);
      if (key === undefined) refused.set(record, NO_ENTERPRISE);
      else record.row[ENTERPRISE_KEY] = key;
    }
    if (!isOfDevice(kind)) return refused;
    const ofEnterprises = records.filter((record) => !refused.has(record));
    await this.findDevices(ofEnterprises);
    for (const record of ofEnterprises) {
      const key = this.devices.get(deviceName(record.row[ENTERPRISE_KEY], record.deviceId));
      if (key === undefined) refused.set(record, NO_DEVICE);
      else record.row[DEVICE_KEY] = key;
    }
    return refused;
  }

  /** Removes an erased enterprise, because a later one with the same id has another key. */
  forgetEnterprise(id: string): void {
    this.enterprises.delete(id);
  }

  mayBeStale(enterpriseKey: number, lastErasure: number): boolean {
    return lastErasure !== this.erasures.get(enterpriseKey);
  }

  private async findEnterprises(records: readonly ParsedRecord[]): Promise<void> {
    if (this.enterprises.size > MAX_ENTRIES) this.enterprises.clear();
    const unknown = records.filter(({ enterpriseId }) => !this.enterprises.has(enterpriseId));
    const ids = [...new Set(unknown.map(({ enterpriseId }) => enterpriseId))];
    if (ids.length === 0) return;
    const sql = `SELECT id, \`key\`, ${LAST_ERASURE} AS lastErasure FROM enterprises WHERE id IN ${placesOf(ids)}`;
    const found = await this.dataSource.query<{ id: string; key: number; lastErasure: string }[]>(sql, ids);
    for (const { id, key, lastErasure } of found) {
      this.enterprises.set(id, key);
      if (!this.erasures.has(key)) this.erasures.set(key, Number(lastErasure));
    }
  }

  private async findDevices(records: readonly ParsedRecord[]): Promise<void> {
    if (this.devices.size > MAX_ENTRIES) this.devices.clear();
    const unknown = new Map<string, unknown[]>();
    for (const { row, deviceId } of records) {
      const name = deviceName(row[ENTERPRISE_KEY], deviceId);
      if (!this.devices.has(name)) unknown.set(name, [row[ENTERPRISE_KEY], deviceId]);
    }
    if (unknown.size === 0) return;
    const pairs = [...unknown.values()];
    const sql = `SELECT enterprise_key AS enterpriseKey, id, device_key AS deviceKey FROM devices
      WHERE (enterprise_key, id) ${engineOf(this.dataSource).inRows(pairs.map(placesOf).join(', '))}`;
    const found = await this.dataSource.query<{ enterpriseKey: number; id: string; deviceKey: number }[]>(
      sql,
      pairs.flat(),
    );
    for (const { enterpriseKey, id, deviceKey } of found)
      this.devices.set(deviceName(enterpriseKey, id), deviceKey);
  }
}
