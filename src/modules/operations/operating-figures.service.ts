import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { VERSION } from '../../config/config.js';
import { CHANGE_KIND_NAMES } from '../../database/change-log.js';
import { engineOf } from '../../database/engine/engine.js';
import { DatabaseReader } from '../../database/rows/reader.js';
import { Metrics } from '../../metrics/metrics.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';

const READ_EVERY_MS = 60_000;
/** Responses have `X-Key-Expires-At` during the last 14 days of a key. */
const EXPIRING_DAYS = 14;
/** All workers have the same value, or one has read a newer one. */
const NEWEST_OF_WORKERS = { aggregator: 'max' } as const;

/** Metrics with values of the database. A process queries them once a minute, so that a scrape causes no query. */
@Injectable()
export class OperatingFigures implements OnApplicationShutdown {
  private readonly lastImport;
  private readonly lastRetention;
  private readonly expiring;
  /** Times of events by the clock of this process. */
  private times: ReadonlyMap<string, number> = new Map();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    metrics: Metrics,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reader: DatabaseReader,
    private readonly apiKeys: ApiKeysService,
  ) {
    metrics
      .gauge('device_api_build_info', 'Version of the service. The value is 1.', {
        labelNames: ['version'],
        ...NEWEST_OF_WORKERS,
      })
      .set({ version: VERSION }, 1);
    const dataAge = metrics.gauge(
      'device_api_data_age_seconds',
      'Age of the newest change, by kind of data.',
      {
        labelNames: ['kind'],
        aggregator: 'min',
        collect: () => {
          dataAge.reset();
          for (const kind of CHANGE_KIND_NAMES) {
            const changedAt = this.times.get(kind);
            if (changedAt !== undefined) dataAge.set({ kind }, Math.max(0, Date.now() - changedAt) / 1_000);
          }
        },
      },
    );
    this.lastImport = metrics.gauge(
      'device_api_last_import_timestamp_seconds',
      'End of the last import. 0 for none.',
      NEWEST_OF_WORKERS,
    );
    this.lastRetention = metrics.gauge(
      'device_api_last_retention_timestamp_seconds',
      'End of the last retention run. 0 for none.',
      NEWEST_OF_WORKERS,
    );
    this.expiring = metrics.gauge(
      'device_api_keys_expiring',
      `API keys that expire within ${EXPIRING_DAYS} days.`,
      NEWEST_OF_WORKERS,
    );
    // no value instead of 0 until the first read
    for (const gauge of [this.lastImport, this.lastRetention, this.expiring]) gauge.remove();
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
    const { now } = engineOf(this.dataSource);
    const query = { sql: `SELECT name, noted_at, ${now} FROM figures`, parameters: [] };
    const reads = [this.reader.rows(query), this.apiKeys.countExpiring(EXPIRING_DAYS)] as const;
    const found = await Promise.all(reads).catch(() => undefined);
    if (!found) return;
    const [rows, expiring] = found;
    this.times = new Map(
      rows.map(([name, at, databaseNow]) => [String(name), Date.now() - (Number(databaseNow) - Number(at))]),
    );
    this.lastImport.set((this.times.get('import') ?? 0) / 1_000);
    this.lastRetention.set((this.times.get('retention') ?? 0) / 1_000);
    this.expiring.set(expiring);
  }
}
