import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { shareMetrics } from './worker-metrics.js';

const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** The metrics of one process, for Prometheus. Labels hold names that the code knows, never what a caller sends. */
@Injectable()
export class Metrics implements OnApplicationShutdown {
  readonly registry = new Registry();

  readonly requests = this.counter(
    'http_requests_total',
    'Answers by route template, method and status; status 0 is an answer that broke off.',
    ['route', 'method', 'status'],
  );
  readonly durations = this.histogram(
    'http_request_duration_seconds',
    'Time from the head of the request to the end of its answer.',
    DURATIONS,
    ['route', 'method'],
  );
  readonly rows = this.counter('http_response_rows_total', 'Records sent.', ['route']);
  readonly bytes = this.counter('http_response_bytes_total', 'Bytes of bodies sent.', ['route']);
  readonly rateLimitRefusals = this.counter(
    'rate_limit_refusals_total',
    'Requests answered 429, by the limit that they met.',
    ['policy'],
  );
  readonly loadRefusals = this.counter(
    'load_refusals_total',
    'Requests answered 503 at once because there was too much to do, the dearest kinds first.',
    ['kind'],
  );
  readonly unavailable = this.counter('http_unavailable_total', 'Requests answered 503, by the reason.', [
    'reason',
  ]);
  readonly keyLookUpBatch = this.histogram(
    'key_look_up_batch_size',
    'Keys looked up by one query.',
    BATCH_SIZES,
  );
  readonly connectionWait = this.histogram(
    'database_connection_wait_seconds',
    'What readers waited for a connection.',
    DURATIONS,
  );

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    shareMetrics(this.registry);
  }

  /** A gauge that is read at each scrape: each value under its value of a label, or one without. */
  watch(name: string, help: string, read: Readonly<Record<string, () => number>>, label?: string): void {
    const labelNames = label === undefined ? [] : [label];
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect: () => {
        for (const [value, current] of Object.entries(read))
          gauge.set(label === undefined ? {} : { [label]: value }, current());
      },
    });
  }

  onApplicationShutdown(): void {
    this.registry.clear();
  }

  private counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  private histogram<Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: Label[] = [],
  ): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.registry] });
  }
}
