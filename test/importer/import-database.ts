import { tmpdir } from 'node:os';
import type { DataSource, ObjectLiteral } from 'typeorm';
import { Application } from '../../src/modules/apps/application.entity.js';
import { Device } from '../../src/modules/devices/device.entity.js';
import { Enterprise } from '../../src/modules/enterprises/enterprise.entity.js';
import { readLines } from '../../src/modules/importer/line-reader.js';
import { ImporterService } from '../../src/modules/importer/importer.service.js';
import { RECORD_KINDS } from '../../src/modules/importer/record-kinds.js';
import { Location } from '../../src/modules/locations/location.entity.js';
import { ScreenTime } from '../../src/modules/screen-time/screen-time.entity.js';
import { DataUsage } from '../../src/modules/data-usage/data-usage.entity.js';
import { aDevice, anEnterprise, type ExportRecord } from '../kit/app/builders.js';
import { createDatabase, openDatabase, type TestDatabase } from '../kit/database/engines.js';
import { runCli, type Outcome } from '../kit/process/program.js';
import type { FeedKind } from '../kit/sync/feed-routes.js';
import { aRecord } from '../kit/sync/one-of-each.js';
import { bytesOf, type Content } from '../kit/formats/export-folder.js';

export const RECORD_TABLES = [
  ['datausage', DataUsage],
  ['screentime', ScreenTime],
  ['applications', Application],
  ['locations', Location],
] as const;

export class ImportDatabase {
  dataSource!: DataSource;
  private database!: TestDatabase;

  constructor() {
    beforeEach(async () => {
      this.database = await createDatabase();
      this.dataSource = await openDatabase(this.url);
    });
    afterEach(async () => {
      await this.dataSource.destroy();
      await this.database.drop();
    });
  }

  get url(): string {
    return this.database.url;
  }

  cli(args: readonly string[], cwd = tmpdir()): Promise<Outcome> {
    return runCli(args, { DATABASE_URL: this.url }, { cwd });
  }

  async import(files: Readonly<Record<string, Content>>): Promise<string[]> {
    const importer = new ImporterService(this.dataSource);
    const reasons: string[] = [];
    for (const kind of RECORD_KINDS.filter((name) => name in files)) {
      async function* chunks(): AsyncGenerator<Buffer> {
        yield await Promise.resolve(bytesOf(files[kind] ?? []));
      }
      await importer.importLines(kind, readLines(chunks()), {
        onRejected: (rejected) => {
          reasons.push(...rejected.map(({ line, reason }) => `${kind} ${line.number}: ${reason}`));
          return Promise.resolve();
        },
      });
    }
    return reasons;
  }

  async load(files: Readonly<Record<string, Content>>): Promise<void> {
    expect(await this.import(files)).toEqual([]);
  }

  findAll<Entity extends ObjectLiteral>(entity: new () => Entity): Promise<Entity[]> {
    const keys = this.dataSource
      .getMetadata(entity)
      .primaryColumns.map(({ propertyName }) => [propertyName, 'ASC']);
    return this.dataSource.getRepository(entity).find({ order: Object.fromEntries(keys) as object });
  }

  findOne<Entity extends ObjectLiteral>(entity: new () => Entity, where: Partial<Entity>): Promise<Entity> {
    return this.dataSource.getRepository(entity).findOneByOrFail(where);
  }

  count(entity: new () => ObjectLiteral): Promise<number> {
    return this.dataSource.getRepository(entity).count();
  }

  async everything(): Promise<unknown[][]> {
    // Every import raises the change number of the enterprise, even if it changes nothing
    const enterprises = (await this.findAll(Enterprise)).map((row) => ({ ...row, changeNumber: 0 }));
    const tables: unknown[][] = [enterprises, await this.findAll(Device)];
    for (const [, entity] of RECORD_TABLES) tables.push(await this.findAll<ObjectLiteral>(entity));
    return tables;
  }
}

const builderOf =
  (kind: FeedKind) =>
  (overrides: ExportRecord = {}): ExportRecord =>
    aRecord(kind, 1, overrides);

export const aUsage = builderOf('datausage');
export const aScreenTime = builderOf('screentime');
export const aLocation = builderOf('locations');

export const anExport = () => ({
  enterprises: [anEnterprise()],
  devices: [aDevice()],
  datausage: [aUsage()],
  screentime: [aScreenTime()],
  applications: [aRecord('applications', 1)],
  locations: [aLocation()],
});

export const manyLocations = (count: number): ExportRecord[] =>
  Array.from({ length: count }, (_, at) =>
    aLocation({ id: at + 1, created_at: new Date(1_774_771_200_000 + at * 1000).toISOString() }),
  );
