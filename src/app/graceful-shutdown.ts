import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { KeyUses } from '../modules/api-keys/key-uses.js';
import { OpenConnections } from './open-connections.js';
import { HealthService } from '../modules/operations/health.service.js';
import { LoadShedder } from './load-shedding.js';

/** Timeout for running answers. */
const FINISH_WITHIN_MS = 30_000;
/** Where a load balancer polls readiness, requests are served on until it has seen the 503, but no longer than this. */
const NOTICE_WITHIN_MS = 10_000;
/** Failed checks after which a load balancer takes an instance out. */
const FAILED_CHECKS = 3;
/** For requests that it had routed before. */
const LAST_REQUESTS_MS = 500;
/** An unavailable database must not delay the exit. */
const CLOSE_WITHIN_MS = 3_000;
/** What the last write of all may take on a database that does not answer. */
const LAST_WRITE_MS = 2_000;

/** Who stops the process gives it so long before killing it: docker-compose.yml and deploy/ do. */
export const STOPS_WITHIN_MS =
  NOTICE_WITHIN_MS + LAST_REQUESTS_MS + FINISH_WITHIN_MS + LAST_WRITE_MS + 2 * CLOSE_WITHIN_MS;

/**
 * On SIGTERM and SIGINT: nothing new, running answers finish, then the process exits. A second signal exits at once; but not a
 * worker, whose primary handles it, because Ctrl-C reaches both.
 */
export function stopGracefully(
  app: NestExpressApplication,
  logger: Logger,
  atTheEnd: () => Promise<void>,
): void {
  const connections = new OpenConnections(app.getHttpServer());
  // whatever ends the process, short of SIGKILL: half an answer must not look complete
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
  await app.get(KeyUses).write();
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
  // repeatedly: a connection whose answer had begun before the drain was not told to close
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
