import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Gauge, type Aggregator } from 'prom-client';
import { VERSION } from '../../config/config.js';
import { CHANGE_KIND_NAMES } from '../../database/change-log.js';
import { Figures } from '../../database/figures.js';
import { Metrics } from '../../metrics/metrics.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';

const READ_EVERY_MS = 60_000;
/** Responses have `X-Key-Expires-At` during the last 14 days of a key. */
const EXPIRING_DAYS = 14;

interface Read {
  readonly times: ReadonlyMap<string, number>;
  readonly expiring: number;
}

/** Metrics with values of the database. A process queries them once a minute, so that a scrape causes no query. */
@Injectable()
export class OperatingFigures implements OnApplicationShutdown {
  private last: Read | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly figures: Figures,
    private readonly apiKeys: ApiKeysService,
  ) {
    this.gauge('build_info', 'Version of the service. The value is 1.', 'max', ['version'], (gauge) => {
      gauge.set({ version: VERSION }, 1);
    });
    this.gauge('data_age_seconds', 'Age of the newest change, by kind of data.', 'min', ['kind'], (gauge) => {
      this.showAges(gauge);
    });
    this.fromLast(
      'last_import_timestamp_seconds',
      'End of the last import. 0 for none.',
      ({ times }) => (times.get('import') ?? 0) / 1_000,
    );
    this.fromLast(
      'last_retention_timestamp_seconds',
      'End of the last retention run. 0 for none.',
      ({ times }) => (times.get('retention') ?? 0) / 1_000,
    );
    this.fromLast(
      'keys_expiring',
      `API keys that expire within ${EXPIRING_DAYS} days.`,
      ({ expiring }) => expiring,
    );
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async start(): Promise<void> {
    this.timer = setInterval(() => void this.read(), READ_EVERY_MS).unref();
    await this.read();
  }

  /** Keeps the last values if the database fails. Other metrics and alerts report that failure. */
  async read(): Promise<void> {
    const reads = [this.figures.read(), this.apiKeys.countExpiring(EXPIRING_DAYS)] as const;
    const found = await Promise.all(reads).catch(() => undefined);
    if (found) this.last = { times: found[0], expiring: found[1] };
  }

  private showAges(gauge: Gauge): void {
    gauge.reset();
    for (const kind of CHANGE_KIND_NAMES) {
      const changedAt = this.last?.times.get(kind);
      if (changedAt !== undefined) gauge.set({ kind }, Math.max(0, Date.now() - changedAt) / 1_000);
    }
  }

  /** Has no value until the first read. */
  private fromLast(name: string, help: string, valueOf: (last: Read) => number): void {
    this.gauge(name, help, 'max', [], (gauge) => {
      if (this.last) gauge.set(valueOf(this.last));
      else gauge.remove();
    });
  }

  private gauge(
    name: string,
    help: string,
    aggregator: Aggregator,
    labelNames: readonly string[],
    show: (gauge: Gauge) => void,
  ): void {
    const registers = [this.metrics.registry];
    new Gauge({
      ...{ name: `device_api_${name}`, help, aggregator, labelNames, registers },
      collect() {
        show(this);
      },
    });
  }
}
