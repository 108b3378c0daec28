import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { unavailable } from '../http/api-error.js';

const METRICS_OF_ALL = 'metrics of all workers';
const ANSWER_WITHIN_MS = 6_000;
/** A worker that is starting does not answer yet; a sum without it would look like a reset counter. */
const RETRY_SECONDS = 5;

interface Question {
  readonly about: typeof METRICS_OF_ALL;
  readonly id: number;
}

interface Answer extends Question {
  /** Undefined where a worker did not answer. */
  readonly text: string | undefined;
}

let questions = 0;

/** In the primary: aggregates the metrics of all workers for the one that was scraped. */
export function addUpWorkers(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', (worker, question: Partial<Question>) => {
    if (question.about !== METRICS_OF_ALL) return;
    const answer = (text: string | undefined): void => void worker.send({ ...question, text });
    all.clusterMetrics().then(answer, () => answer(undefined));
  });
}

/** In each worker: answers the primary with its metrics. */
export function shareMetrics(registry: Registry): void {
  if (!cluster.isWorker) return;
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry(); // its constructor installs the listener
}

/** The metrics of this process, or in a worker those of all workers. */
export function metricsOfAll(registry: Registry): Promise<string> {
  if (!cluster.isWorker) return registry.metrics();
  const question: Question = { about: METRICS_OF_ALL, id: ++questions };
  return new Promise((resolve, reject) => {
    const settle = (text: string | undefined): void => {
      clearTimeout(timer);
      process.removeListener('message', take);
      if (text === undefined) reject(unavailable(RETRY_SECONDS, 'workers_silent'));
      else resolve(text);
    };
    const take = (message: Partial<Answer>): void => {
      if (message.about === METRICS_OF_ALL && message.id === question.id) settle(message.text);
    };
    const timer = setTimeout(() => settle(undefined), ANSWER_WITHIN_MS);
    process.on('message', take);
    process.send?.(question);
  });
}
