import cluster from 'node:cluster';
import { on } from 'node:events';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { unavailable } from '../http/api-error.js';

const REQUEST = 'metrics of all workers';

/** Sends the metrics of all workers to the worker that requests them. Runs in the primary process. */
export function aggregateWorkerMetrics(): void {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', (worker, message: unknown) => {
    const respond = (text: string): void => void worker.send({ reply: REQUEST, text });
    if (message === REQUEST) aggregator.clusterMetrics().then(respond, () => undefined);
  });
}

export function shareMetrics(registry: Registry): void {
  if (!cluster.isWorker) return;
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry(); // the constructor installs the listener
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
    // A worker that is starting does not respond yet. Sums without it would look like reset counters.
  }
  throw unavailable(5, 'workers_silent');
}
