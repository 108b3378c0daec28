import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CONFIG, StartRefused, type Config } from '../config/config.js';
import { engineOf } from '../database/engine/engine.js';
import { engineFor } from '../database/engines.js';
import { migrate, missingMigrations } from '../database/migrate.js';
import { LongAnswerSlots } from '../streaming/download-slots.js';
import { AnswerReader, RowReader } from '../database/rows/reader.js';
import { Transactions } from '../database/transactions.js';
import { dataSourceOptions } from './data-source.js';

/** Concurrent long responses, half of them for one enterprise. Each has a connection in addition to those of short responses. */
const LONG_ANSWERS = 24;

/** Provides entities and transactions for writing, and row readers for responses. */
@Global()
@Module({
  providers: [
    Transactions,
    { provide: LongAnswerSlots, useFactory: () => new LongAnswerSlots(LONG_ANSWERS) },
    {
      provide: RowReader,
      inject: [DataSource, CONFIG],
      useFactory: (dataSource: DataSource, { readDatabase }: Config) =>
        engineOf(dataSource).rowReader(readDatabase ? 0 : LONG_ANSWERS),
    },
    {
      provide: AnswerReader,
      inject: [RowReader, CONFIG],
      useFactory: (reader: RowReader, { readDatabase }: Config) =>
        readDatabase ? engineFor(readDatabase).rowReader(LONG_ANSWERS) : reader,
    },
  ],
  exports: [Transactions, RowReader, AnswerReader, LongAnswerSlots],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    private readonly reader: RowReader,
    private readonly answers: AnswerReader,
  ) {}

  /** `isPrompt` sets the query timeouts of the service. */
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

/** Runs migrations without timeouts, or refuses a database that is not up to date. Returns the names of the migrations. */
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
