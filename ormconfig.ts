import { DataSource } from 'typeorm';
import { loadDatabaseConfig } from './src/config/config.js';
import { dataSourceOptions } from './src/app/data-source.js';

/** For the TypeORM CLI: `npx typeorm migration:show -d dist/ormconfig.js`. */
export default dataSourceOptions(loadDatabaseConfig(process.env)).then(
  (options) => new DataSource({ ...options, logger: 'advanced-console' }),
);
