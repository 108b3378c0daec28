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
    const uses = new Set([reader.use, replica.use]);
    metrics.gauge('http_streams_running', 'Long responses that are being sent.', {
      collect() {
        this.set(downloadSlots.inUse);
      },
    });
    metrics.gauge('database_connections', 'Connections of reads: in use, and waited for.', {
      labelNames: ['state'],
      collect() {
        this.reset();
        for (const { used, waitedFor } of uses) {
          this.inc({ state: 'used' }, used);
          this.inc({ state: 'waited_for' }, waitedFor);
        }
      },
    });
    for (const use of uses)
      use.onWaited = (milliseconds) => metrics.connectionWait.observe(milliseconds / 1000);
  }
}
