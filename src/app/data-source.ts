import type { DataSourceOptions } from 'typeorm';
import type { DatabaseConfig } from '../config/config.js';
import { engineFor } from '../database/engines.js';
import { MIGRATIONS } from '../database/migrations/index.js';
import { SnakeCaseNames } from '../database/schema/naming.js';
import { ENTITIES } from './entities.js';

/**
 * The options of the one data source: of the service, of the commands, of the tests and of the TypeORM CLI. In the service, where
 * it `isPrompt`, no work on a server may take long.
 */
export function dataSourceOptions(database: DatabaseConfig, isPrompt = false): Promise<DataSourceOptions> {
  const engine = engineFor(database);
  const common = {
    engine,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    namingStrategy: new SnakeCaseNames(),
    synchronize: false,
    migrationsRun: false,
  };
  return engine.dataSourceOptions(common, isPrompt);
}
