import { createServer, type Server } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Application, type Response } from 'express';
import type { Logger } from 'pino';
import { StreamedResponse } from '../streaming/streamed-response.js';
import { cameTooLate } from '../http/problem.filter.js';
import { BACKLOG, expressPrototypes, limitConnections, REQUEST_LIMITS } from './http-server.js';

/** Adds server timeouts to Nest's Express adapter, and sends a `StreamedResponse` that a handler returns. */
export class AnswerAdapter extends ExpressAdapter {
  constructor(private readonly log: Logger) {
    const instance = express();
    instance.enable('case sensitive routing'); // must precede the first use of the router, which reads it once
    super(instance);
  }

  override initHttpServer(): void {
    const application = this.getInstance<Application>();
    // request-context.ts responds to a request without a host with a problem document
    const options = { ...REQUEST_LIMITS, ...expressPrototypes(application), requireHostHeader: false };
    const server = createServer(options, application);
    limitConnections(server);
    this.setHttpServer(server);
  }

  override listen(port: string | number, ...rest: unknown[]): Server {
    const host = rest.find((argument) => typeof argument === 'string');
    const listening = rest.find((argument) => typeof argument === 'function') as (() => void) | undefined;
    return (this.getHttpServer() as Server).listen({ port: Number(port), host, backlog: BACKLOG }, listening);
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (response.writableEnded) {
      cameTooLate(this.log, response.req);
      return undefined;
    }
    if (body instanceof StreamedResponse) return body.send(response.req, response);
    // prevents a 304 for responses that have no entity tag
    delete response.req.headers['if-none-match'];
    return super.reply(response, body, statusCode);
  }
}
