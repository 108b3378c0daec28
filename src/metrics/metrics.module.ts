import { Global, Module } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { DownloadSlots } from '../streaming/download-slots.js';
import { type ConnectionUse, ReplicaReader, DatabaseReader } from '../database/rows/reader.js';
import { Metrics } from './metrics.js';

@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {
  constructor(
    metrics: Metrics,
    downloadSlots: DownloadSlots,
    reader: DatabaseReader,
    replica: ReplicaReader,
  ) {
    const uses = [...new Set([reader, replica])].map(({ use }) => use);
    const sum = (of: (use: ConnectionUse) => number): number => uses.reduce((all, use) => all + of(use), 0);
    metrics.gauge('http_streams_running', 'Long responses that are being sent.', (gauge) => {
      gauge.set(downloadSlots.inUse);
    });
    const read = (gauge: Gauge): void => {
      gauge.set(
        { state: 'used' },
        sum(({ used }) => used),
      );
      gauge.set(
        { state: 'waited_for' },
        sum(({ waitedFor }) => waitedFor),
      );
    };
    metrics.gauge('database_connections', 'Connections of reads: in use, and waited for.', read, ['state']);
    for (const use of uses)
      use.onWaited = (milliseconds) => metrics.connectionWait.observe(milliseconds / 1000);
  }
}
