import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CONFIG, StartRefused, type Config } from '../config/config.js';
import { engineOf } from '../database/engine/engine.js';
import { engineFor } from '../database/engines.js';
import { migrate, missingMigrations } from '../database/migrate.js';
import { DownloadSlots } from '../streaming/download-slots.js';
import { StreamSource } from '../streaming/streamed-response.js';
import { ReplicaReader, DatabaseReader } from '../database/rows/reader.js';
import { Transactions } from '../database/transactions.js';
import { dataSourceOptions } from './data-source.js';

/** Concurrent long responses, up to half of them for one enterprise. Short responses have other connections. */
const DOWNLOAD_SLOTS = 24;

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
      useFactory: (reader: DatabaseReader, { readDatabase }: Config) =>
        readDatabase ? engineFor(readDatabase).rowReader(DOWNLOAD_SLOTS) : reader,
    },
  ],
  exports: [Transactions, DatabaseReader, ReplicaReader, DownloadSlots, StreamSource],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    private readonly reader: DatabaseReader,
    private readonly answers: ReplicaReader,
  ) {}

  static with({ isPrompt }: { readonly isPrompt: boolean }): DynamicModule {
    const dataSource = TypeOrmModule.forRootAsync({
      inject: [CONFIG],
      useFactory: async ({ database }: Config) => ({
        ...(await dataSourceOptions(database, isPrompt)),
        retryAttempts: 0,
      }),
    });
    return { module: DatabaseModule, imports: [dataSource] };
  }

  async onApplicationShutdown(): Promise<void> {
    for (const reader of new Set([this.reader, this.answers])) await reader.close();
  }
}

/** Runs migrations without timeouts. If MIGRATE_AT_START is off, throws if migrations are missing. */
export async function bringUpToDate({
  database,
  migratesAtStart,
}: Pick<Config, 'database' | 'migratesAtStart'>): Promise<string[]> {
  const dataSource = await new DataSource(await dataSourceOptions(database)).initialize();
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
