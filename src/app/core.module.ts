import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { ConfigModule, registerAs } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { CONFIG, CONFIG_NAMESPACE, StartRefused, type Config } from '../config/config.js';
import { engineOf } from '../database/engine/engine.js';
import { migrate, missingMigrations } from '../database/migrate.js';
import { DownloadSlots } from '../streaming/download-slots.js';
import { StreamSource } from '../streaming/streamed-response.js';
import { ReplicaReader, DatabaseReader } from '../database/rows/reader.js';
import { Transactions } from '../database/transactions.js';
import { LOGGER } from '../observability/logger.js';
import { dataSourceOptions, engineFor } from './data-source.js';

/** Concurrent long responses. One enterprise has up to half of them. Short responses have other connections. */
const DOWNLOAD_SLOTS = 24;

/** The settings, the logger and the database, which the service and the commands share. */
@Global()
@Module({
  providers: [
    Transactions,
    StreamSource,
    { provide: DownloadSlots, useFactory: () => new DownloadSlots(DOWNLOAD_SLOTS) },
    {
      provide: DatabaseReader,
      inject: [DataSource, CONFIG],
      useFactory: (dataSource: DataSource, { readDatabase }: Config) =>
        engineOf(dataSource).rowReader(readDatabase ? 0 : DOWNLOAD_SLOTS),
    },
    {
      provide: ReplicaReader,
      inject: [DatabaseReader, CONFIG],
      useFactory: async (reader: DatabaseReader, { readDatabase }: Config) =>
        readDatabase ? (await engineFor(readDatabase)).rowReader(DOWNLOAD_SLOTS) : reader,
    },
  ],
  exports: [Transactions, DatabaseReader, ReplicaReader, DownloadSlots, StreamSource],
})
export class CoreModule implements OnApplicationShutdown {
  constructor(
    private readonly reader: DatabaseReader,
    private readonly replica: ReplicaReader,
  ) {}

  static with(config: Config, logger: Logger, hasQueryTimeout: boolean): DynamicModule {
    return {
      module: CoreModule,
      imports: [
        ConfigModule.forRoot({
          isGlobal: true,
          ignoreEnvFile: true, // config/env-file.ts reads the file
          load: [registerAs(CONFIG_NAMESPACE, () => config)],
        }),
        TypeOrmModule.forRootAsync({
          useFactory: async () => ({
            ...(await dataSourceOptions(config.database, hasQueryTimeout)),
            retryAttempts: 0,
          }),
        }),
      ],
      providers: [{ provide: LOGGER, useValue: logger }],
      exports: [LOGGER],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    for (const reader of new Set([this.reader, this.replica])) await reader.close();
  }
}

/** Runs migrations without timeouts. With MIGRATE_AT_START=off, throws if migrations are missing. */
export async function bringUpToDate({
  database,
  migratesAtStart,
}: Pick<Config, 'database' | 'migratesAtStart'>): Promise<string[]> {
  const options = await dataSourceOptions(database);
  const dataSource = await new DataSource({ ...options, entities: [] }).initialize();
  try {
    if (migratesAtStart) return await migrate(dataSource);
    const missing = await missingMigrations(dataSource);
    if (missing.length === 0) return [];
    throw new StartRefused(
      `The database is not up to date (${missing.join(', ')}), and MIGRATE_AT_START is off: run npm run --silent cli -- migrate first.`,
    );
  } finally {
    await dataSource.destroy();
  }
}
