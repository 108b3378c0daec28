import { createServer, type Server } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Application, type Response } from 'express';
import type { Logger } from 'pino';
import { StreamedResponse } from '../streaming/streamed-response.js';
import { cameTooLate } from '../http/problem.filter.js';
import { BACKLOG, expressPrototypes, limitConnections, REQUEST_LIMITS } from './http-server.js';

/** Nest's Express adapter, with timeouts on its server, which also sends an `StreamedResponse` that a handler returned. */
export class AnswerAdapter extends ExpressAdapter {
  constructor(private readonly log: Logger) {
    const instance = express();
    instance.enable('case sensitive routing'); // before Nest uses the instance: the router reads it then
    super(instance);
  }

  override initHttpServer(): void {
    const application = this.getInstance<Application>();
    // a request without a host gets a problem document like any other that is malformed: see request-context.ts
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
    // there are no entity tags to compare with: whatever a client claims to have, it gets the answer
    delete response.req.headers['if-none-match'];
    return super.reply(response, body, statusCode);
  }
}
