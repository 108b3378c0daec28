import type { BeforeApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';

const WRITE_EVERY_MS = 20_000;
const SOON_MS = 1_000;

/** What requests tell on the way is gathered in memory and written in batches: no request waits for it. */
export abstract class BatchedWrites implements OnModuleInit, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private soon: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  /** `what` is the beginning of the line in the log where it could not be written. */
  protected constructor(
    private readonly what: string,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.write(), WRITE_EVERY_MS).unref();
  }

  /** Before the database closes. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  /** Writes what was gathered so far. One after the other: a caller that waits for the last has waited for all. */
  write(): Promise<void> {
    this.writing = this.writing.then(async () => {
      clearTimeout(this.soon);
      this.soon = undefined;
      try {
        await this.writeGathered();
      } catch (error) {
        this.logger.warn({ err: error }, `${this.what} could not be written; kept for the next time`);
      }
    });
    return this.writing;
  }

  /** Where others are to find it within two seconds. */
  protected writeSoon(): void {
    this.soon ??= setTimeout(() => void this.write(), SOON_MS).unref();
  }

  /** Takes what was gathered and writes it; puts back what could not be written, and throws. */
  protected abstract writeGathered(): Promise<void>;
}
