import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Statement } from 'better-sqlite3';
import type { DataSource } from 'typeorm';
import type { DeviceName } from './device-names.js';
import { DEVICE_KEY, ENTERPRISE_KEY, type RecordShape, type Value } from '../records/record-shape.js';
import type { FoundDevice, FoundEnterprise, RecordStore } from './record-store.js';
import { retrying } from './retry.js';

const FIND_ENTERPRISE = 'SELECT `key` FROM enterprises WHERE id = ?';
const FIND_DEVICE = 'SELECT device_key FROM devices WHERE enterprise_key = ? AND id = ?';
const NEXT_DEVICE =
  'UPDATE enterprises SET last_device_key = last_device_key + 1 WHERE `key` = ? RETURNING last_device_key';

/**
 * For the embedded engine, on the raw connection of the data source. A batch is written without a pause, so that no
 * other work of this process gets onto the connection meanwhile.
 */
export class SqliteRecordStore implements RecordStore {
  private readonly database: Database;
  private readonly statements = new Map<string, Statement>();

  constructor(dataSource: DataSource) {
    this.database = (dataSource.driver as unknown as { databaseConnection: Database }).databaseConnection;
  }

  findEnterprises(ids: readonly string[]): Promise<readonly FoundEnterprise[]> {
    const found = ids.flatMap((id) => this.numbers(FIND_ENTERPRISE, id).map((key) => ({ id, key })));
    return Promise.resolve(found);
  }

  findDevices(names: readonly DeviceName[]): Promise<readonly FoundDevice[]> {
    const found = names.flatMap(({ enterpriseKey, id }) =>
      this.numbers(FIND_DEVICE, enterpriseKey, id).map((deviceKey) => ({ enterpriseKey, id, deviceKey })),
    );
    return Promise.resolve(found);
  }

  async save(shape: RecordShape, rows: readonly Value[][]): Promise<void> {
    const upsert = this.statement(upsertSql(shape));
    const id = shape.columns.indexOf('id');
    const write = this.database.transaction(() => {
      for (const row of rows) {
        if (shape.kind === 'devices')
          row[DEVICE_KEY] = this.deviceNumber(Number(row[ENTERPRISE_KEY]), String(row[id]));
        upsert.run(row);
      }
    });
    await retrying(() => write.immediate());
    await nextTurn(); // signals and the rest of the process want their turn as well
  }

  /** The number that the device has, or the next of its enterprise. */
  private deviceNumber(enterpriseKey: number, id: string): number {
    const [known] = this.numbers(FIND_DEVICE, enterpriseKey, id);
    return known ?? this.numbers(NEXT_DEVICE, enterpriseKey)[0] ?? NaN;
  }

  /** The only column of what a statement finds. */
  private numbers(sql: string, ...parameters: Value[]): number[] {
    return this.statement(sql)
      .pluck()
      .all(...parameters) as number[];
  }

  private statement(sql: string): Statement {
    let statement = this.statements.get(sql);
    if (!statement) this.statements.set(sql, (statement = this.database.prepare(sql)));
    return statement;
  }
}

function upsertSql({ table, columns, identity, replaced }: RecordShape): string {
  return (
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ` +
    `ON CONFLICT (${identity.join(', ')}) DO UPDATE SET ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}`
  );
}
