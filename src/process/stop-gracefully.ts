import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { KeyUses } from '../modules/api-keys/guard/key-uses.js';
import { OpenConnections } from '../server/open-connections.js';
import { HealthService } from '../modules/operations/health.service.js';
import { Traffic } from '../overload/traffic.js';

/** What still runs after this long is broken off. */
const FINISH_WITHIN_MS = 30_000;
/** Where somebody watches readiness, new requests are taken on until they have seen it turn, but no longer than this. */
const NOTICE_WITHIN_MS = 10_000;
/** Answers of "not ready" after which a load balancer has understood. */
const REFUSALS = 3;
/** What was on its way when it understood. */
const LAST_REQUESTS_MS = 500;
/** A database that has gone must not keep the process. */
const CLOSE_WITHIN_MS = 3_000;

/**
 * On SIGTERM and SIGINT: nothing new, running answers finish, then the process ends. A second signal ends it at once; that of a worker
 * process is the affair of the process that runs it, because Ctrl-C reaches both.
 */
export function stopGracefully(
  app: NestExpressApplication,
  logger: Logger,
  atTheEnd: () => Promise<void>,
): void {
  const connections = new OpenConnections(app.getHttpServer());
  // whatever ends the process, short of being killed: nobody takes what it was answering for whole
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
  app.get(Traffic).drain();
  await untilNoticed(health);
  await finishAnswers(app, connections);
  await app.get(KeyUses).write();
  await Promise.race([app.close(), wait(CLOSE_WITHIN_MS)]);
  // a receiver of traces that has gone must not keep it either
  await Promise.race([atTheEnd().catch(() => undefined), wait(CLOSE_WITHIN_MS)]);
}

async function untilNoticed(health: HealthService): Promise<void> {
  if (!health.watchers.watching) return;
  const giveUpAt = performance.now() + NOTICE_WITHIN_MS;
  while (health.watchers.refusals < REFUSALS && performance.now() < giveUpAt) await wait(50);
  await wait(LAST_REQUESTS_MS);
}

async function finishAnswers(app: NestExpressApplication, connections: OpenConnections): Promise<void> {
  const server = app.getHttpServer();
  // again and again: a connection whose long answer ends only now was not told to close
  const closing = setInterval(() => {
    server.closeIdleConnections();
    connections.closeSilent();
  }, 100);
  const limit = setTimeout(() => connections.end(), FINISH_WITHIN_MS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  clearInterval(closing);
  clearTimeout(limit);
}
