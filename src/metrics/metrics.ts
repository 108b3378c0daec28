import cluster from 'node:cluster';
import { on } from 'node:events';
import { Injectable } from '@nestjs/common';
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type GaugeConfiguration,
} from 'prom-client';
import { unavailable } from '../http/api-error.js';
import { type RequestObserver, routeOf } from '../http/middleware.js';

const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Prometheus metrics of one process. Label values come from the code, never from a request. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly requests = this.counter(
    'http_requests_total',
    'Responses by route template, method, and status. Status 0 is a truncated response.',
    ['route', 'method', 'status'],
  );
  readonly durations = this.histogram(
    'http_request_duration_seconds',
    'Time from the request headers to the end of the response.',
    DURATIONS,
    ['route', 'method'],
  );
  readonly rows = this.counter('http_response_rows_total', 'Records sent.', ['route']);
  readonly bytes = this.counter('http_response_bytes_total', 'Bytes of response bodies.', ['route']);
  readonly rateLimitRefusals = this.counter(
    'rate_limit_refusals_total',
    'Requests rejected with 429, by limit.',
    ['policy'],
  );
  readonly loadRefusals = this.counter(
    'load_refusals_total',
    'Requests rejected by load shedding, by kind.',
    ['kind'],
  );
  readonly unavailable = this.counter('http_unavailable_total', 'Responses with 503, by reason.', ['reason']);
  readonly keyLookupBatch = this.histogram(
    'key_look_up_batch_size',
    'API keys per lookup query.',
    [1, 2, 4, 8, 16, 32, 64, 128, 256],
  );
  readonly connectionWait = this.histogram(
    'database_connection_wait_seconds',
    'Time that reads waited for a database connection.',
    DURATIONS,
  );

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    if (!cluster.isWorker) return;
    AggregatorRegistry.setRegistries(this.registry);
    new AggregatorRegistry(); // the constructor installs the listener
  }

  /** Labels requests by route template, because the number of paths is unlimited. */
  readonly observeRequest: RequestObserver = (request, { status, milliseconds, bytes, isComplete }) => {
    const { rows = 0, error } = request.context;
    const route = routeOf(request) ?? 'none';
    const method = METHODS.has(request.method) ? request.method : 'other';
    this.requests.inc({ route, method, status: isComplete ? String(status) : '0' });
    this.durations.observe({ route, method }, milliseconds / 1000);
    if (error?.reason) this.unavailable.inc({ reason: error.reason });
    if (rows > 0) this.rows.inc({ route }, rows);
    if (bytes > 0) this.bytes.inc({ route }, bytes);
  };

  gauge<Label extends string>(
    name: string,
    help: string,
    options: Pick<GaugeConfiguration<Label>, 'labelNames' | 'aggregator' | 'collect'>,
  ): Gauge<Label> {
    return new Gauge({ name, help, ...options, registers: [this.registry] });
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

const REQUEST = 'metrics of all workers';

/** Sends the metrics of all workers to the worker that needs them. Runs in the primary process. */
export function aggregateWorkerMetrics(): void {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', (worker, message: unknown) => {
    const respond = (text: string): void => void worker.send({ reply: REQUEST, text });
    if (message === REQUEST) aggregator.clusterMetrics().then(respond, () => undefined);
  });
}

export async function metricsOfAll(registry: Registry): Promise<string> {
  if (!cluster.isWorker) return registry.metrics();
  process.send?.(REQUEST);
  try {
    for await (const [message] of on(process, 'message', { signal: AbortSignal.timeout(6_000) })) {
      const { reply, text } = message as Partial<Record<'reply' | 'text', string>>;
      if (reply === REQUEST && text !== undefined) return text;
    }
  } catch {
    // A starting worker does not respond yet. Sums without it would look like reset counters.
  }
  throw unavailable(5, 'workers_silent');
}
