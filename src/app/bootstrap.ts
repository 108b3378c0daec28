import { parse } from 'node:querystring';
import type { DynamicModule, NestApplicationOptions } from '@nestjs/common';
import { NestFactory, ModulesContainer } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import { bringUpToDate } from './database.module.js';
import type { Config } from '../config/config.js';
import { Documents } from '../modules/documents/documents.js';
import { customerDocument, internalDocument } from '../openapi/openapi-document.js';
import { AnswerAdapter } from './answer-adapter.js';
import { beginRequest, belowBasePath, commonHeaders, escapeMalformedPath } from '../http/request-context.js';
import { handleClientErrors } from '../http/client-errors.js';
import { internalBody, neverStored } from '../http/internal-body.js';
import { methodCheck } from '../http/method-check.js';
import { accessLog, observeRequests } from '../observability/request-log.js';
import { nestLogger } from '../observability/logger.js';
import { bulkPaths } from '../auth/decorators.js';
import { LoadShedder } from './load-shedding.js';
import { Metrics } from '../metrics/metrics.js';
import { FailedCallsRecorder } from '../modules/api-keys/failed-calls.recorder.js';
import { FeedProgressService } from '../modules/api-keys/feed-progress.service.js';
import { ActivityService } from '../modules/activity/activity.service.js';

export type InstantiateApp = (
  module: DynamicModule,
  adapter: AnswerAdapter,
  options: NestApplicationOptions,
) => Promise<NestExpressApplication>;

export async function createApp(
  config: Config,
  logger: Logger,
  instantiate: InstantiateApp = (...from) => NestFactory.create(...from),
): Promise<NestExpressApplication> {
  await bringUpToDate(config);
  const app = await instantiate(AppModule.with(config, logger), new AnswerAdapter(logger), {
    bodyParser: false,
    abortOnError: false,
    forceCloseConnections: false,
    logger: nestLogger(logger),
  });
  const express = app.getHttpAdapter().getInstance();
  app.disable('x-powered-by');
  app.disable('etag'); // a tag costs a hash of every response, and a streamed response has none
  app.set('trust proxy', config.trustProxy);
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
      app.get(FailedCallsRecorder).note,
    ),
  );
  if (config.basePath !== '') app.use(belowBasePath(config.basePath));
  app.use(escapeMalformedPath, methodCheck(express));
  app.use(['/internal', '/portal/api'], neverStored, internalBody);
  app
    .get(Documents)
    .generateWith((audience) =>
      (audience === 'customer' ? customerDocument : internalDocument)(app, config.publicUrl),
    );
  const server = app.getHttpServer();
  app.get(LoadShedder).attach(server, config.basePath, bulkPaths(app.get(ModulesContainer)), headers);
  handleClientErrors(server, headers);
  return app;
}
