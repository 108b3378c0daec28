import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../logging/logger.js';
import { KeyCallsService } from '../api-keys/calls/key-calls.service.js';
import { OldRemovalsService } from './tombstones.service.js';
import { RetentionService, type Forgotten } from './retention.service.js';
import { DailyLeaseRepository, LEASE_MS } from './retention-lock.js';

const NAME = 'retention';
const LOOK_EVERY_MS = 10 * 60_000;
const KEEP_EVERY_MS = LEASE_MS / 5;
const REMOVER = { actor: 'service', address: '', requestId: '' } as const;

/** Retention by itself: every process looks now and then whether it is due, and one of them does it. */
@Injectable()
export class DailyRetentionService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly lease: DailyLeaseRepository,
    private readonly retention: RetentionService,
    private readonly removals: OldRemovalsService,
    private readonly calls: KeyCallsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.lookLater();
  }

  /** The running slice is the last one; another process goes on. */
  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    this.stop.abort();
    await this.running;
  }

  /** Does it if it is due and nobody else does it. Returns whether it was our turn. */
  async look(): Promise<boolean> {
    if (this.stop.signal.aborted || !(await this.lease.take(NAME))) return false;
    const lost = new AbortController();
    const keeping = setInterval(() => {
      this.lease.keep(NAME).then(
        (isOurs) => isOurs || lost.abort(),
        () => undefined, // the next one comes before the lease ends
      );
    }, KEEP_EVERY_MS);
    const signal = AbortSignal.any([this.stop.signal, lost.signal]);
    let isDone = false;
    try {
      await this.run(signal);
      isDone = !signal.aborted;
    } finally {
      clearInterval(keeping);
      await this.lease.release(NAME, isDone);
    }
    return true;
  }

  private async run(signal: AbortSignal): Promise<void> {
    for await (const forgotten of this.retention.removeAll(REMOVER, signal)) this.tell(forgotten);
    const removals = await this.removals.forget(signal);
    if (removals > 0) this.logger.info({ removals }, 'old removals were forgotten');
    await this.calls.forget(signal);
  }

  private tell({ enterpriseId, keptFrom, records }: Forgotten): void {
    if (Object.values(records).some((count) => count > 0))
      this.logger.info({ enterprise: enterpriseId, keptFrom, ...records }, 'old records were removed');
  }

  /** At another moment than the others. */
  private lookLater(): void {
    if (this.stop.signal.aborted) return;
    this.timer = setTimeout(
      () => {
        this.running = this.look()
          .catch((error: unknown) =>
            this.logger.warn({ err: error }, 'retention was broken off; it goes on later'),
          )
          .finally(() => this.lookLater());
      },
      LOOK_EVERY_MS * (0.5 + Math.random()),
    ).unref();
  }
}
