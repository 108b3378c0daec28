import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule, registerAs } from '@nestjs/config';
import type { Logger } from 'pino';
import { CONFIG_NAMESPACE, type Config } from '../config/config.js';
import { LOGGER } from '../observability/logger.js';

@Module({})
export class SettingsModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      imports: [
        ConfigModule.forRoot({
          isGlobal: true,
          ignoreEnvFile: true, // config/env-file.ts reads the file
          load: [registerAs(CONFIG_NAMESPACE, () => config)],
        }),
      ],
      providers: [{ provide: LOGGER, useValue: logger }],
      exports: [LOGGER],
    };
  }
}
