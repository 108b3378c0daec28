import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { ApiClient } from '../kit/http/api-client.js';
import { aDevice, aLocation, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { whenAdmitted } from '../kit/process/patience.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';

const BULK = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
/** More than the sockets of both sides take in: such an answer runs until its client reads. */
const RECORDS = 16_000;
const LONG_TEXT = 'x'.repeat(480);

/** Asks and does not read. */
async function leaveUnread(client: ApiClient): Promise<IncomingMessage> {
  const request = get(client.origin + BULK, { headers: { ...client.headers }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

describe('Bulk answers of one key', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp({ RATE_LIMIT: '1000/100s', RATE_LIMIT_BULK: '100/60s' });
    const locations = Array.from({ length: RECORDS }, () =>
      aLocation({ provider: LONG_TEXT, geofence_id: LONG_TEXT }),
    );
    await app.load({ enterprises: [anEnterprise()], devices: [aDevice()], locations });
  }, 60_000);
  afterAll(() => app.close());

  it('may run four at once; a fifth is told when to ask again, and others are not concerned', async () => {
    const [greedy, modest] = [await app.customer(ENTERPRISE_ID), await app.customer(ENTERPRISE_ID)];
    const running = await Promise.all([1, 2, 3, 4].map(() => leaveUnread(greedy)));
    expect(running.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);

    const fifth = await whenAdmitted(() => greedy.get(BULK));
    expect(fifth.status).toBe(429);
    expect(Number(fifth.headers['retry-after'])).toBeGreaterThan(0);
    expect(fifth.headers.ratelimit).toMatch(/"bulk";r=96;/);
    expect((await greedy.get('/device')).status).toBe(200);
    expect((await whenAdmitted(() => modest.head(BULK))).status).toBe(200);

    for (const response of running) response.destroy();
    await wait(200);
    expect((await whenAdmitted(() => greedy.head(BULK))).status).toBe(200);
  });
});
