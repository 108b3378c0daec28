import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { CONFIG, type Config } from '../config/config.js';
import { LastUsedRecorder } from '../modules/api-keys/api-key-auth.service.js';
import { OpenConnections } from './http-server.js';
import { HealthService } from '../modules/operations/health.service.js';
import { LoadShedder } from './load-shedding.js';

const FINISH_WITHIN_MS = 30_000;
/** Maximum time to serve requests until load balancers have received the 503 of readiness. */
const NOTICE_WITHIN_MS = 10_000;
/** Load balancers remove an instance after this many failed checks. */
const FAILED_CHECKS = 3;
const LAST_REQUESTS_MS = 500;
/** Time limit for closing connections, because an unavailable database must not delay the exit. */
const CLOSE_WITHIN_MS = 3_000;
const LAST_WRITE_MS = 2_000;

/**
 * Maximum time to stop without SHUTDOWN_DELAY. docker-compose.yml and deploy/ must wait at least this long before they kill the
 * process.
 */
export const STOPS_WITHIN_MS =
  NOTICE_WITHIN_MS + LAST_REQUESTS_MS + FINISH_WITHIN_MS + LAST_WRITE_MS + 2 * CLOSE_WITHIN_MS;

/**
 * Finishes running responses on SIGTERM and SIGINT, then exits. Exits immediately at a second signal, except in a
 * worker. Both workers and primary process receive Ctrl-C, and the primary process handles the second signal.
 */
export function stopGracefully(
  app: NestExpressApplication,
  logger: Logger,
  stopTracing?: () => Promise<void>,
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
    drain(app, connections, stopTracing).then(
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
  stopTracing?: () => Promise<void>,
): Promise<void> {
  const health = app.get(HealthService);
  health.drain();
  app.get(LoadShedder).drain();
  const { shutdownDelay } = app.get<Config>(CONFIG);
  await Promise.all([wait(shutdownDelay * 1_000), health.watchers.watching && untilNoticed(health)]);
  await finishResponses(app, connections);
  await app.get(LastUsedRecorder).write();
  await Promise.race([app.close(), wait(CLOSE_WITHIN_MS)]);
  await Promise.race([stopTracing?.().catch(() => undefined), wait(CLOSE_WITHIN_MS)]);
}

async function untilNoticed(health: HealthService): Promise<void> {
  const giveUpAt = performance.now() + NOTICE_WITHIN_MS;
  while (health.watchers.refusals < FAILED_CHECKS && performance.now() < giveUpAt) await wait(50);
  await wait(LAST_REQUESTS_MS);
}

async function finishResponses(app: NestExpressApplication, connections: OpenConnections): Promise<void> {
  const server = app.getHttpServer();
  const loadShedder = app.get(LoadShedder);
  // repeats, because responses that had already begun have no `Connection: close`
  const closing = setInterval(() => {
    if (!loadShedder.isEnding) connections.closeIdle();
  }, 100);
  const limit = setTimeout(() => connections.end(), FINISH_WITHIN_MS);
  // closing the server closes connections that Node counts as idle
  while (loadShedder.isEnding) await wait(10);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(closing);
  clearTimeout(limit);
}
