import { get } from 'node:http';
import { once } from 'node:events';
import { aDevice, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { ADMIN_TOKEN, createTestApp, KEY_PEPPER, type TestApp } from '../kit/app/create-test-app.js';
import { forgetConnections, send } from '../kit/http/http.js';
import { Service } from '../kit/process/service.js';

const REQUESTS = 40;

describe('With WEB_CONCURRENCY', () => {
  let app: TestApp;
  let service: Service;

  beforeAll(async () => {
    app = await createTestApp();
    await app.load({ enterprises: [anEnterprise()], devices: [aDevice()] });
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
    await app.close();
  });

  /** Over a connection of its own, which goes to the worker whose turn it is. */
  async function ask(key: string): Promise<void> {
    const headers = { authorization: `Bearer ${key}`, 'x-enterprise-id': ENTERPRISE_ID };
    const request = get(`${service.url}/device`, { headers, agent: false });
    const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
    await once(response.resume(), 'end');
  }

  it('the metrics are those of all workers, whichever is asked', async () => {
    const { key } = await app.createKey(ENTERPRISE_ID);
    for (let at = 0; at < REQUESTS; at++) await ask(key);
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    for (let at = 0; at < 2; at++) {
      const { status, body } = await send(service.url, { path: '/internal/metrics', headers });
      expect(status).toBe(200);
      const counts = body.matchAll(
        /^http_requests_total\{route="\/device",method="GET",status="\d+"\} (\d+)$/gm,
      );
      expect([...counts].reduce((sum, [, count]) => sum + Number(count), 0)).toBe(REQUESTS);
      forgetConnections();
    }
  });
});
