import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CONFIG, type Config, type DatabaseConfig } from '../config/config.js';
import { engineOf } from '../database/engine/engine.js';
import { migrate } from '../database/migrate.js';
import { LongReads } from '../database/rows/places.js';
import { RowReader } from '../database/rows/row-reader.js';
import { Transactions } from '../database/transactions.js';
import { dataSourceOptions } from './data-source.js';

/** Answers that take as long as their clients: each has a connection of its own beside those of short answers. */
const LONG_READS = 12;

/** The one database, up to date: entities and transactions for writing, a row reader for answers. */
@Global()
@Module({
  providers: [
    Transactions,
    { provide: LongReads, useFactory: () => new LongReads(LONG_READS) },
    {
      provide: RowReader,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => engineOf(dataSource).rowReader(LONG_READS),
    },
  ],
  exports: [Transactions, RowReader, LongReads],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(RowReader) private readonly reader: RowReader) {}

  /** For the service, where it `isPrompt`, no work on a server may take long. */
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
    await this.reader.close();
  }
}

/** Over connections of its own: a migration may take its time. Returns the names of what ran. */
export async function bringUpToDate(database: DatabaseConfig): Promise<string[]> {
  const dataSource = await new DataSource(await dataSourceOptions(database)).initialize();
  try {
    return await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
