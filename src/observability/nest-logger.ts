import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';
import { StartRefused } from '../config/config.js';

/** Nest's log lines in the service's log; those of its start at debug level. */
export const nestLogger = (logger: Logger): LoggerService => ({
  log: (message: unknown) => logger.debug(String(message)),
  warn: (message: unknown) => logger.warn(String(message)),
  error: (message: unknown) => {
    if (message instanceof StartRefused) return; // the start that fails says so itself
    if (message instanceof Error) logger.error({ err: message }, message.name);
    else logger.error(String(message));
  },
});
