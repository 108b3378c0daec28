import { resolve } from 'node:path';
import { Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { bringUpToDate, CoreModule } from '../app/core.module.js';
import { loadConfig, peppersOf, StartRefused } from '../config/config.js';
import type { Config, DatabaseConfig, Environment } from '../config/config.js';
import { databaseAccess, withEmbeddedSecrets } from '../config/data-folder.js';
import { migrationsOfNewerVersions } from '../database/migrate.js';
import { createLogger } from '../observability/logger.js';
import { openSeal, type AuditChain } from '../modules/audit/audit-chain.js';
import { ImporterService } from '../modules/importer/importer.service.js';
import { messageOf, type Command, type OptionValues } from './command.js';

type Services = INestApplicationContext;
type CommandWork = (services: Services, ran: readonly string[], seal?: AuditChain) => Promise<void>;

export async function withSettings(env: Environment, work: CommandWork): Promise<void> {
  // Loads half of all code on demand, because an import does not need it.
  const { MetricsModule } = await import('../metrics/metrics.module.js');
  const { DemoModule } = await import('../modules/demo/demo.module.js');
  const { ErasureModule } = await import('../modules/erasure/erasure.module.js');
  const { RetentionModule } = await import('../modules/retention/retention.module.js');
  const settings = loadConfig(env);
  printDatabase(settings.database);
  return withServices(
    withEmbeddedSecrets(settings),
    [MetricsModule, DemoModule, ErasureModule, RetentionModule],
    work,
  );
}

export const onServices =
  (
    work: (services: Services, values: OptionValues, args: readonly string[]) => Promise<void>,
  ): Command['run'] =>
  (env, args, values) =>
    withSettings(env, (services) => work(services, values, args));

/** Requires the database settings only. A pepper is optional, but must be that of the database. */
export function withDatabase(env: Environment, work: CommandWork): Promise<void> {
  const config = { ...loadConfig({}), ...databaseAccess(env) };
  printDatabase(config.database);
  return withServices(config, [], async (services, ran) => {
    const isSealed = config.keyPepper !== undefined;
    const seal = isSealed ? await openSeal(services.get(DataSource), peppersOf(config)) : undefined;
    return work(services, ran, seal);
  });
}

/** Prints to stderr, because stdout is for the result. */
export function printDatabase(database: DatabaseConfig): void {
  const place = 'file' in database ? resolve(database.file) : withoutPassword(new URL(database.url));
  console.error(`Database: ${database.engine}:${place}`);
}

const withoutPassword = ({ username, host, pathname }: URL): string =>
  `//${username === '' ? '' : `${username}@`}${host}${pathname}`;

@Module({ providers: [ImporterService] })
class CommandsModule {}

export async function withServices(
  config: Config,
  modules: readonly Type[],
  work: CommandWork,
): Promise<void> {
  const ran = await bringUpToDate(config).catch((error: unknown) => {
    if (error instanceof StartRefused) throw error;
    throw new Error(`The database cannot be opened: ${messageOf(error)}`, { cause: error });
  });
  // commands have no rate limits
  const core = CoreModule.with(
    { ...config, redisUrl: undefined },
    createLogger('error', process.stderr),
    false,
  );
  const services = await NestFactory.createApplicationContext(
    { module: CommandsModule, imports: [core, ...modules] },
    { abortOnError: false, logger: false },
  );
  try {
    await work(services, ran);
  } finally {
    await services.close().catch(() => undefined); // a lost connection has been reported already
  }
}

/** Throws if a newer version has migrated the database, because the command does not know all of its tables. */
export async function refuseNewerSchema(services: Services, command: string): Promise<void> {
  const newer = await migrationsOfNewerVersions(services.get(DataSource));
  if (newer.length > 0)
    throw new Error(
      `A newer version has migrated the database (${newer.join(', ')}). Run "${command}" of that version`,
    );
}
