import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { aggregateWorkerMetrics } from '../metrics/metrics.js';

let isStopping = false;

/** Starts one worker first, which creates tables, secrets and demo data before the others start. */
export function runWorkers(count: number, logger: Logger): void {
  cluster.schedulingPolicy = cluster.SCHED_NONE; // the system distributes connections (decision 0017)
  aggregateWorkerMetrics();
  process.on('SIGTERM', stop).on('SIGINT', stop);
  let hasListened = false;
  cluster.once('listening', () => {
    hasListened = true;
    for (let started = 1; started < count; started++) startWorker();
  });
  cluster.on('exit', (worker, code: number, signal: NodeJS.Signals | null) => {
    if (isStopping) {
      // SIGTERM ends a worker that is still starting, which is no failure
      if (code !== 0 && signal !== 'SIGTERM') process.exitCode = 1;
      exitAfterLast();
    } else if (hasListened || signal) {
      logger.error({ pid: worker.process.pid, code, signal }, 'worker exited; restarting');
      setTimeout(startWorker, 1_000); // limits the load of a worker that crashes at its start
    } else end(); // the worker has reported why the service cannot start
  });
  startWorker();
}

function startWorker(): void {
  if (!isStopping) cluster.fork().on('error', () => undefined); // sending to a worker that has exited fails
}

/** Stops the workers gracefully, or immediately at the second signal. */
function stop(): void {
  if (isStopping) end();
  else {
    isStopping = true;
    for (const worker of running()) worker.process.kill('SIGTERM');
    exitAfterLast();
  }
}

/** Disconnects the workers, which reset connections and exit. Kills the rest after one second. */
function end(): void {
  isStopping = true;
  process.exitCode = 1;
  for (const worker of running()) worker.process.disconnect();
  exitAfterLast();
  setTimeout(() => {
    for (const worker of running()) worker.process.kill('SIGKILL');
    process.exit();
  }, 1_000);
}

const running = (): Worker[] =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker?.isDead() === false) as Worker[];

function exitAfterLast(): void {
  if (running().length === 0) process.exit();
}
