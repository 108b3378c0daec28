import type { Logger } from 'pino';

const WINDOW_MS = 10_000;

/**
 * Logs the first warning of a reason with its stack, and after 10 seconds the number of further ones. In an outage every
 * request fails for the same reason.
 */
export class RepeatedWarnings {
  private readonly further = new Map<string, number>();

  constructor(
    private readonly logger: Logger,
    private readonly windowMs = WINDOW_MS,
  ) {}

  warn(reason: string, fields: object, message: string): void {
    const subject = `${message} ${reason}`;
    const further = this.further.get(subject);
    this.further.set(subject, further === undefined ? 0 : further + 1);
    if (further !== undefined) return;
    this.logger.warn({ ...fields, reason }, message);
    setTimeout(() => {
      const count = this.further.get(subject) ?? 0;
      this.further.delete(subject);
      const seconds = this.windowMs / 1_000;
      if (count > 0) this.logger.warn({ reason, count, seconds }, `${message}; repeated`);
    }, this.windowMs).unref();
  }
}
