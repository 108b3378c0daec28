import { Global, Module } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DownloadSlots } from '../streaming/download-slots.js';
import { ReplicaReader, DatabaseReader } from '../database/rows/reader.js';
import { Metrics } from './metrics.js';

@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {
  constructor(
    { registry, connectionWait }: Metrics,
    downloadSlots: DownloadSlots,
    reader: DatabaseReader,
    replica: ReplicaReader,
  ) {
    const registers = [registry];
    const uses = new Set([reader.use, replica.use]);
    new Gauge({
      name: 'http_streams_running',
      help: 'Long responses that are being sent.',
      registers,
      collect() {
        this.set(downloadSlots.inUse);
      },
    });
    new Gauge({
      name: 'database_connections',
      help: 'Connections of reads: in use, and waited for.',
      labelNames: ['state'],
      registers,
      collect() {
        this.reset();
        for (const { used, waitedFor } of uses) {
          this.inc({ state: 'used' }, used);
          this.inc({ state: 'waited_for' }, waitedFor);
        }
      },
    });
    for (const use of uses) use.onWaited = (milliseconds) => connectionWait.observe(milliseconds / 1000);
  }
}
