import { Global, Module } from '@nestjs/common';
import { LongReads } from '../database/rows/places.js';
import { RowReader } from '../database/rows/row-reader.js';
import { Metrics } from './metrics.js';

/** What the operator's monitoring reads. */
@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {
  constructor(metrics: Metrics, longReads: LongReads, { use }: RowReader) {
    metrics.watch('http_streams_running', 'Answers that outgrew memory and are being sent.', {
      all: () => longReads.running,
    });
    metrics.watch(
      'database_connections',
      'Connections of readers: those in use, and how many wait for one.',
      { used: () => use.used, waited_for: () => use.waitedFor },
      'state',
    );
    use.onWaited = (milliseconds) => metrics.connectionWait.observe(milliseconds / 1000);
  }
}
