import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { DataSource, type ObjectLiteral } from 'typeorm';
import { loadDatabaseConfig } from '../../src/config/load-config.js';
import { dataSourceOptions } from '../../src/app/data-source.js';
import { migrate } from '../../src/database/migrate.js';
import { Application } from '../../src/modules/apps/application.entity.js';
import { Device } from '../../src/modules/devices/device.entity.js';
import { Enterprise } from '../../src/modules/enterprises/enterprise.entity.js';
import { Importer } from '../../src/modules/importer/importer.js';
import { readLines } from '../../src/modules/importer/files/read-lines.js';
import { RECORD_KINDS } from '../../src/modules/importer/records/record-kinds.js';
import { Location } from '../../src/modules/locations/location.entity.js';
import { ScreenTime } from '../../src/modules/screen-time/screen-time.entity.js';
import { DataUsage } from '../../src/modules/usage/data-usage.entity.js';
import { createDatabase, type TestDatabase } from '../kit/database/engines.js';
import { runCli, type Outcome } from '../kit/process/program.js';
import { bytesOf, exportFolder, type Content } from './export-folder.js';

/** An empty database with the schema, to import into and to look at: as entities, the same values on every engine. */
export class ImportDatabase {
  private readonly folders: string[] = [];

  private constructor(
    private readonly database: TestDatabase,
    readonly dataSource: DataSource,
  ) {}

  /** A new one for each test of a file. */
  static forEachTest(): ImportDatabase {
    const stored = Object.create(ImportDatabase.prototype) as ImportDatabase;
    beforeEach(async () => void Object.assign(stored, await ImportDatabase.create()));
    afterEach(() => stored.drop());
    return stored;
  }

  static async create(): Promise<ImportDatabase> {
    const database = await createDatabase();
    const options = await dataSourceOptions(loadDatabaseConfig({ DATABASE_URL: database.url }));
    const dataSource = await new DataSource(options).initialize();
    await migrate(dataSource);
    return new ImportDatabase(database, dataSource);
  }

  get url(): string {
    return this.database.url;
  }

  /** A new folder with these files, which goes when the database does. */
  async folder(files: Record<string, Content>): Promise<string> {
    const folder = await exportFolder(files);
    this.folders.push(folder);
    return folder;
  }

  /** Runs the real command line on it, in a process of its own. */
  cli(args: readonly string[], cwd = tmpdir()): Promise<Outcome> {
    return runCli(args, { DATABASE_URL: this.url }, { cwd });
  }

  /** Imports files in this process. Returns the reasons why records were refused. */
  async import(files: Record<string, Content>): Promise<string[]> {
    const importer = new Importer(this.dataSource);
    const reasons: string[] = [];
    for (const kind of RECORD_KINDS.filter((name) => name in files)) {
      async function* chunks(): AsyncGenerator<Buffer> {
        yield await Promise.resolve(bytesOf(files[kind] ?? []));
      }
      await importer.importLines(kind, readLines(chunks()), {
        onRejected: (rejected) => {
          reasons.push(...rejected.map(({ incoming, reason }) => `${kind} ${incoming.number}: ${reason}`));
          return Promise.resolve();
        },
      });
    }
    return reasons;
  }

  /** Imports files and insists that all of it goes in. */
  async load(files: Record<string, Content>): Promise<void> {
    expect(await this.import(files)).toEqual([]);
  }

  all<Entity extends ObjectLiteral>(entity: new () => Entity): Promise<Entity[]> {
    const keys = this.dataSource
      .getMetadata(entity)
      .primaryColumns.map(({ propertyName }) => [propertyName, 'ASC']);
    return this.dataSource.getRepository(entity).find({ order: Object.fromEntries(keys) as object });
  }

  async one<Entity extends ObjectLiteral>(entity: new () => Entity, where: Partial<Entity>): Promise<Entity> {
    return this.dataSource.getRepository(entity).findOneByOrFail(where);
  }

  count(entity: new () => ObjectLiteral): Promise<number> {
    return this.dataSource.getRepository(entity).count();
  }

  /** Everything that an import writes. */
  async everything(): Promise<unknown[][]> {
    // every import takes a turn in the enterprise, whether or not it changes anything
    const enterprises = (await this.all(Enterprise)).map((row) => ({ ...row, changeNumber: 0 }));
    const tables: unknown[][] = [enterprises];
    for (const entity of [Device, DataUsage, ScreenTime, Application, Location])
      tables.push(await this.all<ObjectLiteral>(entity));
    return tables;
  }

  async drop(): Promise<void> {
    await this.dataSource.destroy();
    await this.database.drop();
    for (const folder of this.folders) await rm(folder, { recursive: true, force: true });
  }
}
