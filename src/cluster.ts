import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { addUpWorkers } from './metrics/worker-metrics.js';

/** A worker that ended by itself is replaced after this long, so that one that cannot run does not keep the machine busy. */
const REPLACE_AFTER_MS = 1_000;

/** Whether this process is the one that runs the workers, of which there are `count`. */
export function runsWorkers(count: number): boolean {
  return cluster.isPrimary && count > 1;
}

/** Whether this process is the one that speaks for the service at its start. */
export function isFirstProcess(): boolean {
  return cluster.worker === undefined || cluster.worker.id === 1;
}

/** Runs so many processes that share the port, until the stop. The first makes what all need: tables, secrets, demo data. */
export async function runWorkers(count: number, logger: Logger): Promise<void> {
  const workers = new WorkerProcesses(logger);
  addUpWorkers();
  process.on('SIGTERM', () => workers.stop());
  process.on('SIGINT', () => workers.stop());
  await workers.startAll(count);
}

class WorkerProcesses {
  private isStopping = false;

  constructor(private readonly logger: Logger) {}

  /** A worker that cannot start has said why, and ends the service. */
  async startAll(count: number): Promise<void> {
    const others = Array.from({ length: count - 1 });
    const areRunning =
      (await this.start()) && (await Promise.all(others.map(() => this.start()))).every(Boolean);
    if (areRunning) cluster.on('exit', (worker) => void this.replace(worker));
    else if (!this.isStopping) end(1);
  }

  /** Resolves when the new worker listens, or with false when it ended before. */
  private start(): Promise<boolean> {
    if (this.isStopping) return Promise.resolve(false);
    const worker = cluster.fork();
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

  /** Each worker ends when its answers have. A second time ends all at once. */
  stop(): void {
    if (this.isStopping) end(1);
    this.isStopping = true;
    let status = 0;
    const finish = (): void => {
      if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(status);
    };
    cluster.on('exit', (_worker, code, signal) => {
      if (code !== 0 && signal !== 'SIGTERM') status = 1; // one that was only starting ends by the signal itself
      finish();
    });
    kill('SIGTERM');
    finish();
  }
}

function kill(signal: NodeJS.Signals): void {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
}

function end(status: number): never {
  kill('SIGKILL');
  process.exit(status);
}
