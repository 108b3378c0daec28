import { resolve } from 'node:path';
import { Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { bringUpToDate, CoreModule } from '../app/core.module.js';
import {
  peppersOf,
  StartRefused,
  type Config,
  type DatabaseConfig,
  type Environment,
  loadConfig,
} from '../config/config.js';
import { databaseAccess, withEmbeddedSecrets } from '../config/data-folder.js';
import { migrationsOfNewerVersions } from '../database/migrate.js';
import { createLogger } from '../observability/logger.js';
import { openSeal, type AuditChain } from '../modules/audit/audit-chain.js';
import { ImporterService } from '../modules/importer/importer.service.js';
import { messageOf } from './command.js';

type Services = INestApplicationContext;
type Work = (services: Services, ran: readonly string[]) => Promise<number>;

export async function withSettings(env: Environment, work: Work): Promise<number> {
  // Loads half of all code on demand, because an import does not need it.
  const { MetricsModule } = await import('../metrics/metrics.module.js');
  const { DemoModule } = await import('../modules/demo/demo.module.js');
  const { ErasureModule } = await import('../modules/erasure/erasure.module.js');
  const { RetentionModule } = await import('../modules/retention/retention.module.js');
  const config = withEmbeddedSecrets(loadConfig(env));
  return withServices(config, [MetricsModule, DemoModule, ErasureModule, RetentionModule], work);
}

/** Requires the database settings only. A pepper is optional, but must be that of the database. */
export function withDatabase(
  env: Environment,
  work: (services: Services, ran: readonly string[], seal: AuditChain | undefined) => Promise<number>,
): Promise<number> {
  const config = { ...loadConfig({}), ...databaseAccess(env) };
  return withServices(config, [], async (services, ran) => {
    const isSealed = config.keyPepper !== undefined;
    const seal = isSealed ? await openSeal(services.get(DataSource), peppersOf(config)) : undefined;
    return work(services, ran, seal);
  });
}

/** Prints to stderr, because stdout is for the result. */
export function printDatabase(database: DatabaseConfig): void {
  console.error(`Database: ${database.engine}:${placeOf(database)}`);
}

function placeOf(database: DatabaseConfig): string {
  if ('file' in database) return resolve(database.file);
  const { username, host, pathname } = new URL(database.url);
  return `//${username === '' ? '' : `${username}@`}${host}${pathname}`;
}

@Module({ providers: [ImporterService] })
class CommandsModule {}

export async function withServices(config: Config, modules: readonly Type[], work: Work): Promise<number> {
  printDatabase(config.database);
  const ran = await bringUpToDate(config).catch((error: unknown) => {
    if (error instanceof StartRefused) throw error;
    throw new Error(`The database cannot be opened: ${messageOf(error)}`, { cause: error });
  });
  // commands do not count rates
  const core = CoreModule.with({ ...config, redisUrl: undefined }, createLogger('error'), false);
  const services = await NestFactory.createApplicationContext(
    { module: CommandsModule, imports: [core, ...modules] },
    { abortOnError: false, logger: false },
  );
  try {
    return await work(services, ran);
  } finally {
    await services.close().catch(() => undefined); // a lost connection has been reported already
  }
}

/** Throws if a newer version has migrated the database, because the command does not know all of its tables. */
export async function refuseNewerSchema(services: INestApplicationContext, command: string): Promise<void> {
  const newer = await migrationsOfNewerVersions(services.get(DataSource));
  if (newer.length > 0)
    throw new Error(
      `A newer version has migrated the database (${newer.join(', ')}). Run "${command}" of that version`,
    );
}
