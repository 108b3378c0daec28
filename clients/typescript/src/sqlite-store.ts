import { idField, KINDS, type ChangeField, type Kind, type Page } from './kinds.js';
import type { Store } from './store.js';

type Value = string | number | null;

interface SqliteStatement {
  run(...values: Value[]): unknown;
  get(...values: Value[]): unknown;
  all(...values: Value[]): unknown[];
}

/** A `DatabaseSync` of `node:sqlite`, or a `Database` of better-sqlite3. */
export interface SqliteHandle {
  exec(sql: string): unknown;
  prepare(sql: string): object;
}

/** The fields of each kind to copy. A kind without fields is not copied. */
export type SqliteFields = { readonly [K in Kind]?: readonly ChangeField<K>[] };

/** Fields that are not text. Boolean values become 0 and 1, objects become JSON text. */
const INTEGERS = [
  ...['ID', 'mobile', 'wifi', 'screentime', 'versionCode', 'dpc_version_code', 'remaining_battery'],
  ...['hasLauncher', 'isSystem', 'inside_geofence', 'using_mock_location'],
];
const REALS = ['accuracy', 'altitude', 'lat', 'lng', 'remaining_storage', 'storage_capacity'];

interface Table {
  readonly columns: readonly string[];
  readonly store: SqliteStatement;
  readonly remove: SqliteStatement;
  readonly mark: SqliteStatement;
  readonly removeMarked: SqliteStatement;
}

/** Copies each kind into a table of its name, and the tokens into `tokens`. Adds new columns to an older table. */
export class SqliteStore implements Store {
  readonly kinds: readonly Kind[];
  private readonly tables = new Map<Kind, Table>();
  private readonly readToken: SqliteStatement;
  private readonly storeToken: SqliteStatement;
  private readonly removeToken: SqliteStatement;

  constructor(
    private readonly database: SqliteHandle,
    private readonly fieldsByKind: SqliteFields,
  ) {
    const unknownKinds = Object.keys(fieldsByKind).filter((name) => !KINDS.some((kind) => kind === name));
    if (unknownKinds.length > 0)
      throw new TypeError(`There is no kind \`${unknownKinds.join(', ')}\`. Kinds: ${KINDS.join(', ')}.`);
    database.exec('CREATE TABLE IF NOT EXISTS tokens (name TEXT PRIMARY KEY, token TEXT)');
    this.readToken = this.prepare('SELECT token FROM tokens WHERE name = ?');
    this.storeToken = this.prepare('INSERT OR REPLACE INTO tokens VALUES (?, ?)');
    this.removeToken = this.prepare('DELETE FROM tokens WHERE name = ?');
    this.kinds = KINDS.filter((kind) => fieldsByKind[kind]);
    for (const kind of this.kinds) this.tables.set(kind, this.openTable(kind));
  }

  fields(kind: Kind): readonly string[] {
    const identifiers = kind === 'devices' ? ['id'] : [idField(kind), 'device_id'];
    return [...new Set([...identifiers, ...(this.fieldsByKind[kind] ?? [])])];
  }

  token(kind: Kind): string | undefined {
    return (this.readToken.get(kind) as { token: string } | undefined)?.token;
  }

  write(kind: Kind, { items, sync_token, has_more }: Page): void {
    const { columns, store, remove, removeMarked } = this.tableOf(kind);
    this.inTransaction(() => {
      for (const item of items as readonly Readonly<Record<string, unknown>>[]) {
        if (item.deleted) remove.run(valueOf(item[idField(kind)]));
        else store.run(...columns.map((name) => valueOf(item[name])));
      }
      this.storeToken.run(kind, sync_token);
      if (!has_more) removeMarked.run();
    });
  }

  /** The next pass reads everything again, for example to fill a new column in all rows. */
  restart(kind: Kind): void {
    const { mark } = this.tableOf(kind);
    this.inTransaction(() => {
      mark.run();
      this.removeToken.run(kind);
    });
  }

  private tableOf(kind: Kind): Table {
    const table = this.tables.get(kind);
    if (!table) throw new TypeError(`The store has no fields for \`${kind}\`.`);
    return table;
  }

  private openTable(kind: Kind): Table {
    const id = idField(kind);
    const columns = this.fields(kind);
    this.createTable(kind, columns);
    const names = columns.map(quoted);
    const others = columns.filter((name) => name !== id).map(quoted);
    const changes = [...others.map((name) => `${name} = excluded.${name}`), 'stale = NULL'];
    return {
      columns,
      store: this.prepare(
        `INSERT INTO ${kind} (${names.join()}) VALUES (${names.map(() => '?').join()})
          ON CONFLICT (${id}) DO UPDATE SET ${changes.join()}`,
      ),
      remove: this.prepare(`DELETE FROM ${kind} WHERE ${id} = ?`),
      mark: this.prepare(`UPDATE ${kind} SET stale = 1`),
      removeMarked: this.prepare(`DELETE FROM ${kind} WHERE stale`),
    };
  }

  private createTable(kind: Kind, columns: readonly string[]): void {
    const id = idField(kind);
    this.database.exec(
      `CREATE TABLE IF NOT EXISTS ${kind} (${id} ${typeOf(kind, id)} PRIMARY KEY, stale INTEGER)`,
    );
    const rows = this.prepare(`SELECT name FROM pragma_table_info('${kind}')`).all();
    const existing = new Set((rows as { name: string }[]).map(({ name }) => name));
    for (const name of columns.filter((each) => !existing.has(each)))
      this.database.exec(`ALTER TABLE ${kind} ADD COLUMN ${quoted(name)} ${typeOf(kind, name)}`);
    this.database.exec(`CREATE INDEX IF NOT EXISTS ${kind}_stale ON ${kind} (stale) WHERE stale`);
  }

  private prepare(sql: string): SqliteStatement {
    return this.database.prepare(sql) as SqliteStatement;
  }

  private inTransaction(write: () => void): void {
    this.database.exec('BEGIN IMMEDIATE');
    try {
      write();
      this.database.exec('COMMIT');
    } catch (error) {
      this.rollBack();
      throw error;
    }
  }

  /** After some errors, SQLite has already rolled back. */
  private rollBack(): void {
    try {
      this.database.exec('ROLLBACK');
    } catch {
      // The first error has the cause
    }
  }
}

function typeOf(kind: Kind, field: string): 'INTEGER' | 'REAL' | 'TEXT' {
  if (INTEGERS.includes(field) || (field === 'id' && kind !== 'devices')) return 'INTEGER';
  return REALS.includes(field) ? 'REAL' : 'TEXT';
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function valueOf(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  return value == null ? null : JSON.stringify(value);
}
