import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { LastUsedRecorder } from '../modules/api-keys/last-used.recorder.js';
import { OpenConnections } from './http-server.js';
import { HealthService } from '../modules/operations/health.service.js';
import { LoadShedder } from './load-shedding.js';

/** Timeout for running responses. */
const FINISH_WITHIN_MS = 30_000;
/** The time to serve requests until a load balancer that polls readiness has received the 503. */
const NOTICE_WITHIN_MS = 10_000;
/** Failed checks after which load balancers remove an instance. */
const FAILED_CHECKS = 3;
/** The time for requests that the load balancer routed before. */
const LAST_REQUESTS_MS = 500;
/** An unavailable database must not delay the exit. */
const CLOSE_WITHIN_MS = 3_000;
/** The limit for the last write to the database. */
const LAST_WRITE_MS = 2_000;

/** docker-compose.yml and deploy/ wait at least this long before they kill the process. */
export const STOPS_WITHIN_MS =
  NOTICE_WITHIN_MS + LAST_REQUESTS_MS + FINISH_WITHIN_MS + LAST_WRITE_MS + 2 * CLOSE_WITHIN_MS;

/**
 * On SIGTERM and SIGINT, finishes running responses and exits. A second signal exits immediately. In a worker the primary process
 * handles it, because Ctrl-C reaches both.
 */
export function stopGracefully(
  app: NestExpressApplication,
  logger: Logger,
  atTheEnd: () => Promise<void>,
): void {
  const connections = new OpenConnections(app.getHttpServer());
  // resets running responses, so that they do not look complete
  process.on('exit', () => connections.end());
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping && cluster.isWorker) return;
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ signal }, 'stopping');
    drain(app, connections, atTheEnd).then(
      () => {
        logger.info('stopped');
        logger.flush();
        process.exit(0);
      },
      (error: unknown) => {
        logger.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function drain(
  app: NestExpressApplication,
  connections: OpenConnections,
  atTheEnd: () => Promise<void>,
): Promise<void> {
  const health = app.get(HealthService);
  health.drain();
  app.get(LoadShedder).drain();
  await untilNoticed(health);
  await finishAnswers(app, connections);
  await app.get(LastUsedRecorder).write();
  await Promise.race([app.close(), wait(CLOSE_WITHIN_MS)]);
  await Promise.race([atTheEnd().catch(() => undefined), wait(CLOSE_WITHIN_MS)]);
}

async function untilNoticed(health: HealthService): Promise<void> {
  if (!health.watchers.watching) return;
  const giveUpAt = performance.now() + NOTICE_WITHIN_MS;
  while (health.watchers.refusals < FAILED_CHECKS && performance.now() < giveUpAt) await wait(50);
  await wait(LAST_REQUESTS_MS);
}

async function finishAnswers(app: NestExpressApplication, connections: OpenConnections): Promise<void> {
  const server = app.getHttpServer();
  const loadShedder = app.get(LoadShedder);
  // repeatedly, because responses that had begun before have no `Connection: close`
  const closing = setInterval(() => {
    if (!loadShedder.isEnding) connections.closeIdle();
  }, 100);
  const limit = setTimeout(() => connections.end(), FINISH_WITHIN_MS);
  while (loadShedder.isEnding) await wait(10); // closing the server closes idle connections as well
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  clearInterval(closing);
  clearTimeout(limit);
}
