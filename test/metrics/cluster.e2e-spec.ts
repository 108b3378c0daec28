import { Agent } from 'node:http';
import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { ADMIN_TOKEN, KEY_PEPPER } from '../kit/app/create-test-app.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { forgetConnections, send, type Received } from '../kit/http/http.js';
import { Service } from '../kit/process/service.js';

const REQUESTS = 40;

const app = appWith(aFleet());
const client = customerOf(app);

describe('With WEB_CONCURRENCY', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start({
      DATABASE_URL: app.databaseUrl,
      ADMIN_TOKEN,
      KEY_PEPPER,
      WEB_CONCURRENCY: '2',
    });
    await service.prints('"msg":"listening"', 2);
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    forgetConnections();
  });

  /** Over a connection of its own, which goes to the worker whose turn it is. */
  const ask = (headers: ApiClient['headers'], path: string): Promise<Received> =>
    send(service.url, { path, headers, agent: new Agent() });

  it('the metrics are those of all workers, whichever is asked', async () => {
    for (let at = 0; at < REQUESTS; at++) await ask(client.headers, '/device');
    for (let at = 0; at < 2; at++) {
      const { status, body } = await ask({ authorization: `Bearer ${ADMIN_TOKEN}` }, '/internal/metrics');
      expect(status).toBe(200);
      const counts = body.matchAll(
        /^http_requests_total\{route="\/device",method="GET",status="\d+"\} (\d+)$/gm,
      );
      expect([...counts].reduce((sum, [, count]) => sum + Number(count), 0)).toBe(REQUESTS);
    }
  });
});
