import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { addUpWorkers } from '../metrics/worker-metrics.js';

/** A crashed worker is replaced after this long, so that one that crashes at its start does not keep the machine busy. */
const REPLACE_AFTER_MS = 1_000;
/** Time that workers have to reset their connections when all are to exit at once. */
const END_WITHIN_MS = 1_000;

export function runsWorkers(count: number): boolean {
  return cluster.isPrimary && count > 1;
}

/** Whether this process shows the banner. */
export function isFirstProcess(): boolean {
  return cluster.worker === undefined || cluster.worker.id === 1;
}

/** Runs workers that share the port. The first makes what all need: tables, secrets, demo data. */
export async function runWorkers(count: number, logger: Logger): Promise<void> {
  cluster.schedulingPolicy = cluster.SCHED_NONE; // decision 0017: the system hands out connections, and none waits for one worker
  const workers = new WorkerProcesses(logger);
  addUpWorkers();
  process.on('SIGTERM', () => workers.stop());
  process.on('SIGINT', () => workers.stop());
  await workers.startAll(count);
}

class WorkerProcesses {
  private isStopping = false;

  constructor(private readonly logger: Logger) {}

  /** A worker that cannot start has reported why, and stops the service. */
  async startAll(count: number): Promise<void> {
    const others = Array.from({ length: count - 1 });
    const areRunning =
      (await this.start()) && (await Promise.all(others.map(() => this.start()))).every(Boolean);
    if (areRunning) cluster.on('exit', (worker) => void this.replace(worker));
    else if (!this.isStopping) await end(1);
  }

  /** Resolves when the new worker listens, or with false when it ended before. */
  private start(): Promise<boolean> {
    if (this.isStopping) return Promise.resolve(false);
    const worker = cluster.fork();
    worker.on('error', () => undefined); // of a message to a worker that has exited
    return new Promise((resolve) => {
      worker.once('listening', () => resolve(true));
      worker.once('exit', () => resolve(false));
    });
  }

  private async replace(worker: Worker): Promise<void> {
    if (this.isStopping) return;
    this.logger.error({ pid: worker.process.pid }, 'a worker process ended; another takes its place');
    await wait(REPLACE_AFTER_MS);
    await this.start();
  }

  /** Workers stop gracefully; at a second call all exit at once. */
  stop(): void {
    if (this.isStopping) {
      void end(1);
      return;
    }
    this.isStopping = true;
    cluster.on('exit', (_worker, code, signal) => {
      if (code !== 0 && signal !== 'SIGTERM') process.exitCode = 1; // one that is still starting dies of the signal
      exitAfterLast();
    });
    kill('SIGTERM');
    exitAfterLast();
  }
}

function kill(signal: NodeJS.Signals): void {
  for (const worker of running()) worker.process.kill(signal);
}

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter(
    (worker): worker is Worker => worker?.isDead() === false,
  );
}

function exitAfterLast(): void {
  if (running().length === 0) process.exit();
}

/** A disconnected worker resets its connections and exits, as it does when the primary is killed. One that hangs is killed. */
async function end(status: number): Promise<void> {
  process.exitCode = status;
  for (const worker of running()) worker.process.disconnect();
  cluster.on('exit', exitAfterLast);
  exitAfterLast();
  await wait(END_WITHIN_MS);
  kill('SIGKILL');
  process.exit();
}
