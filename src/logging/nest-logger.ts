import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';
import { StartRefused } from '../config/config.js';

/** Nest's log lines in the service's log; those of its start at debug level. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown): void {
    this.logger.debug(String(message));
  }

  debug(message: unknown): void {
    this.logger.debug(String(message));
  }

  verbose(message: unknown): void {
    this.logger.trace(String(message));
  }

  warn(message: unknown): void {
    this.logger.warn(String(message));
  }

  error(message: unknown): void {
    if (message instanceof StartRefused) return; // the start that fails says so itself
    if (message instanceof Error) this.logger.error({ err: message }, message.name);
    else this.logger.error(String(message));
  }
}
