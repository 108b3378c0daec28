import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import helmet from 'helmet';
import { appWith } from '../kit/app/app-with.js';
import { anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { parseAnswer, send, sendBytes } from '../kit/http/http.js';

/** The headers that helmet sets by itself; the promise of https is one of its own below. */
async function helmetHeaders(): Promise<string[]> {
  const server = createServer((request, response) => {
    helmet({ hsts: false })(request, response, () => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { headers } = await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { path: '/' });
  server.closeAllConnections();
  server.close();
  return Object.keys(headers).filter(
    (name) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name),
  );
}

describe('Every answer', () => {
  const app = appWith({ enterprises: [anEnterprise()] });

  it('has the headers that helmet would set, and tells browsers that data is nothing to run, frame or embed', async () => {
    const expected = await helmetHeaders();
    expect(expected.length).toBeGreaterThan(9);
    const client = await app.customer(ENTERPRISE_ID);
    const admin = app.admin(ENTERPRISE_ID);
    const answers = [
      await client.get('/device'),
      await client.get('/api/v1/device/id/nowhere'),
      await app.anonymous.get('/device'),
      await client.get('/nowhere'),
      await client.send({ method: 'PUT', path: '/device' }),
      await admin.get('/internal/v1/api-keys'),
      await app.anonymous.get('/health/live'),
      await app.anonymous.get('/docs/openapi.json'),
      parseAnswer(await sendBytes(app.url, 'nonsense\r\n\r\n')),
    ];
    for (const { headers } of answers) {
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(expected));
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(headers).not.toHaveProperty('strict-transport-security');
    }
  });

  const secure = appWith({}, { PUBLIC_URL: 'https://api.example.com' });
  it('promises https where the service is reached by it', async () => {
    const { headers } = await secure.anonymous.get('/health/live');
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
  });
});
