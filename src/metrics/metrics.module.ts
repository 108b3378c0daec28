import { Global, Module } from '@nestjs/common';
import { DownloadSlots } from '../streaming/download-slots.js';
import { ReplicaReader, DatabaseReader } from '../database/rows/reader.js';
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
    metrics.gauge('http_streams_running', 'Long responses that are being sent.', [], (gauge) => {
      gauge.set(downloadSlots.inUse);
    });
    const uses = new Set([reader.use, replica.use]);
    const help = 'Connections of reads: in use, and waited for.';
    metrics.gauge('database_connections', help, ['state'], (gauge) => {
      gauge.reset();
      for (const { used, waitedFor } of uses) {
        gauge.inc({ state: 'used' }, used);
        gauge.inc({ state: 'waited_for' }, waitedFor);
      }
    });
    for (const use of uses)
      use.onWaited = (milliseconds) => metrics.connectionWait.observe(milliseconds / 1000);
  }
}
