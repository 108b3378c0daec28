import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
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

/** The one database: entities and transactions for writing, a row reader for answers. The schema is current when it is up. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [CONFIG],
      useFactory: async ({ database }: Config) => {
        await bringUpToDate(database);
        return { ...(await dataSourceOptions(database, true)), retryAttempts: 0 };
      },
    }),
  ],
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

  async onApplicationShutdown(): Promise<void> {
    await this.reader.close();
  }
}

/** Over connections of its own: a migration may take its time. */
async function bringUpToDate(database: DatabaseConfig): Promise<void> {
  const dataSource = await new DataSource(await dataSourceOptions(database)).initialize();
  try {
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
