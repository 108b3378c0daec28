import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG, type Config } from '../config/config.js';
import { LOGGER } from '../observability/logger.js';

/** Provides the settings and the logger to all modules. */
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
