import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Response } from 'express';
import type { Config } from '../config/config.js';
import { Metrics } from '../metrics/metrics.js';
import { MAX_BULK_AT_ONCE, RateLimits } from './rate-limits.js';

const rate = { limit: 100, seconds: 60 };
const aResponse = (): Response => new ServerResponse(new IncomingMessage(new Socket())) as Response;

describe('The places of bulk requests', () => {
  const limits = new RateLimits({ rateLimit: rate, rateLimitBulk: rate } as Config, undefined, new Metrics());

  it('are not taken by clients that left during authentication', async () => {
    for (let at = 0; at < MAX_BULK_AT_ONCE; at++) {
      const response = aResponse();
      response.destroy();
      await limits.count('key', response, true);
    }
    await expect(limits.count('key', aResponse(), true)).resolves.toBeDefined();
  });
});
