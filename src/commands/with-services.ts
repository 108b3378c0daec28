import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { bringUpToDate, DatabaseModule } from '../app/database.module.js';
import type { Config } from '../config/config.js';
import { ConfigModule } from '../config/config.module.js';
import { createLogger } from '../logging/logger.js';
import { LoggingModule } from '../logging/logging.module.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { DemoModule } from '../modules/demo/demo.module.js';
import { Importer } from '../modules/importer/importer.js';
import { messageOf } from './message-of.js';

/** What commands work with: the modules of the service, without its server. */
@Module({})
class CommandsModule {
  static with(config: Config): DynamicModule {
    return {
      module: CommandsModule,
      imports: [
        ConfigModule.with({ ...config, redisUrl: undefined }), // nobody's rate is counted here
        LoggingModule.with(createLogger('error')),
        DatabaseModule.with({ isPrompt: false }),
        // the demo stands on the other modules; without a pepper they could neither hash nor seal
        ...(config.keyPepper === undefined ? [] : [MetricsModule, DemoModule]),
      ],
      providers: [Importer],
    };
  }
}

/**
 * Works on the database with its schema current, if it belongs to the pepper, where there is one. `ran` are the migrations that this
 * took.
 */
export async function withServices(
  config: Config,
  work: (services: INestApplicationContext, ran: readonly string[]) => Promise<number>,
): Promise<number> {
  const ran = await bringUpToDate(config.database).catch((error: unknown) => {
    throw new Error(`The database cannot be opened: ${messageOf(error)}`, { cause: error });
  });
  const options = { abortOnError: false, logger: false } as const;
  const services = await NestFactory.createApplicationContext(CommandsModule.with(config), options);
  try {
    return await work(services, ran);
  } finally {
    await services.close().catch(() => undefined); // a lost connection has been reported already
  }
}
