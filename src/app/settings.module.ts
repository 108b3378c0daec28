import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG, type Config } from '../config/config.js';
import { LOGGER } from '../observability/logger.js';

/** The settings and the log, for every module. */
@Module({})
export class SettingsModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
      ],
      exports: [CONFIG, LOGGER],
    };
  }
}
