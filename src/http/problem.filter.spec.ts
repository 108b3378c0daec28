import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ArgumentsHost } from '@nestjs/common';
import type { Response } from 'express';
import { createLogger } from '../observability/logger.js';
import { invalidParameter } from './api-error.js';
import { ProblemFilter } from './problem.filter.js';

const setting = { publicUrl: 'http://127.0.0.1', hasPublicUrl: true, basePath: '' };

describe('ProblemFilter', () => {
  let lines: string[];
  let response: Response;
  beforeEach(() => {
    lines = [];
    response = new ServerResponse(new IncomingMessage(new Socket())) as Response;
  });

  async function handle(refundBulk: () => Promise<void>): Promise<void> {
    const context = { requestId: 'one', refundBulk };
    const request = { context, method: 'GET', originalUrl: '/', app: { get: () => setting } };
    const host = { switchToHttp: () => ({ getRequest: () => request, getResponse: () => response }) };
    const logger = createLogger('warn', { write: (line) => lines.push(line) });
    const filter = new ProblemFilter(logger, { note: () => Promise.resolve() });
    await filter.catch(invalidParameter('limit', 'is wrong'), host as unknown as ArgumentsHost);
  }

  it('responds even if the bulk unit cannot be returned', async () => {
    await handle(() => Promise.reject(new Error('Redis is down')));
    expect(response.statusCode).toBe(400);
    expect(lines.join()).toContain('bulk request not returned');
  });

  it('sends nothing after the response of load shedding', async () => {
    await handle(() => {
      response.writeHead(503).end();
      return Promise.resolve();
    });
    expect(response.statusCode).toBe(503);
    expect(lines.join()).toContain('request finished after its timeout');
  });
});
