import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import { bringUpToDate } from './database.module.js';
import type { Config } from '../config/config.js';
import { Documents } from '../modules/documents/documents.js';
import { customerDocument, internalDocument } from '../document/openapi-document.js';
import { AnswerAdapter } from '../server/answer-adapter.js';
import { belowBasePath } from '../http/request/base-path.js';
import { answerClientErrors } from '../http/errors/client-errors.js';
import { commonHeaders } from '../http/response/common-headers.js';
import { internalBody, neverStored } from '../http/request/internal-body.js';
import { mendMalformedPath } from '../http/request/malformed-path.js';
import { methodCheck } from '../http/request/method-check.js';
import { beginRequest } from '../http/request/request-context.js';
import { parseQuery } from '../http/parameters/parse-query.js';
import { observeRequests } from '../http/request/request-end.js';
import { accessLog } from '../http/request/access-log.js';
import { NestLogger } from '../logging/nest-logger.js';
import { takeTurns } from '../overload/connection-turns.js';
import { shedLoad } from '../overload/shed-load.js';
import { Traffic } from '../overload/traffic.js';
import { Metrics } from '../metrics/metrics.js';
import { requestMetrics } from '../metrics/request-metrics.js';
import { ActivityRecorder } from '../modules/activity/activity-recorder.service.js';

/** Makes the application with all that is applied to it: the same in production, in tests and for the documents. */
export async function createApp(config: Config, logger: Logger): Promise<NestExpressApplication> {
  await bringUpToDate(config.database);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(config, logger),
    new AnswerAdapter(logger),
    {
      bodyParser: false,
      abortOnError: false,
      forceCloseConnections: false,
      logger: new NestLogger(logger),
    },
  );
  const express = app.getHttpAdapter().getInstance();
  app.disable('x-powered-by');
  app.disable('etag'); // a tag costs a hash of every answer, and a list that streams has none
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', parseQuery);
  const headers = commonHeaders(config.publicUrl);

  app.use(beginRequest(headers));
  app.use(
    observeRequests(accessLog(logger), requestMetrics(app.get(Metrics)), app.get(ActivityRecorder).note),
  );
  if (config.basePath !== '') app.use(belowBasePath(config.basePath));
  app.use(mendMalformedPath, methodCheck(express));
  app.use(['/internal', '/portal/api'], neverStored, internalBody);
  app
    .get(Documents)
    .comeFrom((audience) =>
      (audience === 'customer' ? customerDocument : internalDocument)(app, config.publicUrl),
    );
  shedLoad(app.getHttpServer(), app.get(Traffic), config.basePath, headers);
  takeTurns(app.getHttpServer());
  answerClientErrors(app.getHttpServer(), headers);
  return app;
}
