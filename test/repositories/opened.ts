import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/app/data-source.js';
import { loadDatabaseConfig } from '../../src/config/load-config.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { createEmptyDatabase, type TestDatabase } from '../kit/database/engines.js';

let database: TestDatabase;
const opened: DataSource[] = [];

/** An empty database for each test of a file, and what opens a connection to it that lasts as long. */
export function emptyDatabases(): typeof open {
  beforeEach(async () => {
    database = await createEmptyDatabase();
  });
  afterEach(async () => {
    for (const dataSource of opened.splice(0)) await dataSource.destroy();
    await database.drop();
  });
  return open;
}

/** As in DATABASE_URL. */
export const databaseUrl = (): string => database.url;

async function open(migrations = MIGRATIONS, isPrompt = false): Promise<DataSource> {
  const options = await dataSourceOptions(loadDatabaseConfig({ DATABASE_URL: database.url }), isPrompt);
  const dataSource = await new DataSource({ ...options, migrations }).initialize();
  opened.push(dataSource);
  return dataSource;
}

/** What TypeORM would do to make the schema that the entities describe. */
export async function drift(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}
