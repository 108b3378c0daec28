import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { shareFigures } from './worker-metrics.js';

const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** The figures of one process, for Prometheus. Labels hold names that the code knows, never what a caller sends. */
@Injectable()
export class Metrics implements OnApplicationShutdown {
  readonly registry = new Registry();

  readonly requests = new Counter({
    name: 'http_requests_total',
    help: 'Answers by route template, method and status; status 0 is an answer that broke off.',
    labelNames: ['route', 'method', 'status'],
    registers: [this.registry],
  });

  readonly durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of the request to the end of its answer.',
    labelNames: ['route', 'method'],
    buckets: DURATIONS,
    registers: [this.registry],
  });

  readonly rows = new Counter({
    name: 'http_response_rows_total',
    help: 'Records sent.',
    labelNames: ['route'],
    registers: [this.registry],
  });

  readonly bytes = new Counter({
    name: 'http_response_bytes_total',
    help: 'Bytes of bodies sent.',
    labelNames: ['route'],
    registers: [this.registry],
  });

  readonly rateLimitRefusals = new Counter({
    name: 'rate_limit_refusals_total',
    help: 'Requests answered 429, by the limit that they met.',
    labelNames: ['policy'],
    registers: [this.registry],
  });

  readonly loadRefusals = new Counter({
    name: 'load_refusals_total',
    help: 'Requests answered 503 at once because there was too much to do, the dearest kinds first.',
    labelNames: ['kind'],
    registers: [this.registry],
  });

  readonly unavailable = new Counter({
    name: 'http_unavailable_total',
    help: 'Requests answered 503, by the reason.',
    labelNames: ['reason'],
    registers: [this.registry],
  });

  readonly keyLookUpBatch = new Histogram({
    name: 'key_look_up_batch_size',
    help: 'Keys looked up by one query.',
    buckets: BATCH_SIZES,
    registers: [this.registry],
  });

  readonly connectionWait = new Histogram({
    name: 'database_connection_wait_seconds',
    help: 'What readers waited for a connection.',
    buckets: DURATIONS,
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    shareFigures(this.registry);
  }

  /** Shows figures that are read when somebody asks: each under its value of a label, or one without. */
  watch(name: string, help: string, read: Readonly<Record<string, () => number>>, label?: string): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [this.registry],
      collect: () => {
        for (const [value, figure] of Object.entries(read))
          gauge.set(label === undefined ? {} : { [label]: value }, figure());
      },
    });
  }

  onApplicationShutdown(): void {
    this.registry.clear();
  }
}
