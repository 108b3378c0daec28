import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'node:querystring';
import type { DynamicModule, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { VERSION, type Config } from '../config/config.js';
import { withEmbeddedSecrets } from '../config/data-folder.js';
import { CONFIG_OF_APP } from '../http/public-url.js';
import { Metrics } from '../metrics/metrics.js';
import { ActivityService } from '../modules/activity/activity.service.js';
import { FailedCallsService } from '../modules/api-keys/failed-calls.service.js';
import { FeedProgressService } from '../modules/api-keys/feed-progress.service.js';
import { DemoService } from '../modules/demo/demo.service.js';
import { Documents } from '../modules/documents/documents.js';
import { MCP_PATH, nameTool } from '../modules/mcp/tool-names.js';
import { OperatingFigures } from '../modules/operations/operating-figures.service.js';
import { createLogger, nestLogger } from '../observability/logger.js';
import {
  accessLog,
  beginRequest,
  belowBasePath,
  commonHeaders,
  escapeMalformedPath,
  internalBody,
  neverStored,
  observeRequests,
} from '../http/middleware.js';
import { customerDocument, internalDocument } from '../openapi/openapi-document.js';
import { AppModule } from './app.module.js';
import { runWorkers } from './cluster.js';
import { bringUpToDate } from './core.module.js';
import { stopGracefully } from './graceful-shutdown.js';
import { handleClientErrors, StreamingAdapter } from './http-server.js';
import { LoadShedder } from './load-shedding.js';
import { startBanner, whyNotListening } from './startup-messages.js';

export type InstantiateApp = (
  module: DynamicModule,
  adapter: StreamingAdapter,
  options: NestApplicationOptions,
) => Promise<NestExpressApplication>;

export async function createApp(
  config: Config,
  logger: Logger,
  instantiate: InstantiateApp = (...args) => NestFactory.create(...args),
): Promise<NestExpressApplication> {
  await bringUpToDate(config);
  const app = await instantiate(AppModule.with(config, logger), new StreamingAdapter(logger), {
    bodyParser: false,
    abortOnError: false,
    forceCloseConnections: false,
    logger: nestLogger(logger),
  });
  app.disable('x-powered-by');
  app.disable('etag'); // a tag requires a hash of the whole response
  app.set('trust proxy', config.trustProxy);
  app.set(CONFIG_OF_APP, config);
  // the parser of Express drops parameters after the first 1,000 instead of rejecting them
  app.set('query parser', (query: string) => parse(query, '&', '=', { maxKeys: 0 }));
  const headers = commonHeaders(config.publicUrl);

  app.use(beginRequest(headers));
  app.use(
    observeRequests(
      accessLog(logger),
      app.get(Metrics).observeRequest,
      app.get(ActivityService).note,
      app.get(FeedProgressService).note,
      app.get(FailedCallsService).note,
    ),
  );
  if (config.basePath !== '') app.use(belowBasePath(config.basePath));
  app.use(escapeMalformedPath);
  app.use(['/internal', '/portal/api', MCP_PATH], neverStored, internalBody);
  app.use(MCP_PATH, nameTool);
  app
    .get(Documents)
    .generateWith((audience) =>
      (audience === 'customer' ? customerDocument : internalDocument)(app, config.publicUrl),
    );
  const server = app.getHttpServer();
  app.get(LoadShedder).attach(server, config.basePath, headers);
  handleClientErrors(server, headers, config.publicUrl);
  return app;
}

export async function serve(settings: Config, stopTracing?: () => Promise<void>): Promise<void> {
  const logger = createLogger(settings.logLevel);
  if (cluster.isPrimary && settings.workers > 1) {
    runWorkers(settings.workers, logger);
    return;
  }
  const config = withEmbeddedSecrets(settings);
  if (!new URL(config.publicUrl).pathname.endsWith(config.basePath))
    logger.warn('PUBLIC_URL does not end with BASE_PATH; links, documents and single sign-on use PUBLIC_URL');
  const app = await createApp(config, logger);
  stopGracefully(app, logger, stopTracing);
  await app.init();
  const demo = app.get(DemoService);
  const loaded = await demo.loadOnFirstStart();
  await app.get(OperatingFigures).start();
  const server: Server = app.getHttpServer();
  server.listen({ port: config.port, host: config.host, backlog: 4_096 });
  await once(server, 'listening').catch((error: unknown) => {
    logger.error({ err: error }, 'cannot listen');
    throw new Error(whyNotListening(error as NodeJS.ErrnoException), { cause: error });
  });
  const { port } = server.address() as AddressInfo;
  if ((cluster.worker?.id ?? 1) === 1) {
    const { stdout } = process;
    stdout.on('error', () => undefined); // a full disk or a closed pipe
    stdout.write(startBanner(listeningOn(config, port), loaded ?? (await demo.kept()), stdout.isTTY));
  }
  logger.info({ version: VERSION, host: config.host, port, engine: config.database.engine }, 'listening');
}

function listeningOn(config: Config, port: number): Config {
  if (config.port !== 0) return config;
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0(?=\/|$)/, `:${port}`) };
}
