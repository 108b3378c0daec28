import { appWith } from '../kit/app/app-with.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

describe.each([
  ['/', {}],
  ['/device-api', { BASE_PATH: '/device-api', PUBLIC_URL: 'https://devices.example/device-api' }],
  ['/device-api/', { BASE_PATH: '/device-api', PUBLIC_URL: 'https://devices.example/device-api' }],
])('The root, at %s', (path, env) => {
  const app = appWith({}, env);

  it('leads a browser to the portal', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await app.anonymous.send({ method, path, headers: { accept: BROWSER } });
      expect({ status, location: headers.location, vary: headers.vary }).toEqual({
        status: 302,
        location: `${app.config.basePath}/portal`,
        vary: 'Accept',
      });
      const { status: there } = await app.anonymous.get(headers.location!, { accept: BROWSER });
      expect(there).toBe(200);
    }
  });

  it.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.5', 'text/plain'])(
    'tells a program where the documents are: Accept %s',
    async (accept) => {
      const { status, headers, body } = await app.anonymous.get(path, accept === undefined ? {} : { accept });
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      const { publicUrl } = app.config;
      expect(JSON.parse(body)).toEqual({
        name: 'Customer Device API',
        documentation: `${publicUrl}/docs`,
        openapi: `${publicUrl}/docs/openapi.json`,
        portal: `${publicUrl}/portal`,
      });
    },
  );

  it('takes no other method', async () => {
    const { status, headers } = await app.anonymous.send({ method: 'POST', path });
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET, HEAD' });
  });
});
