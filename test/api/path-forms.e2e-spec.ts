import type { ApiClient } from '../kit/http/api-client.js';
import {
  aDataUsage,
  aDevice,
  aLocation,
  anApplication,
  anEnterprise,
  aScreenTime,
  DEVICE_ID,
} from '../kit/app/builders.js';
import { createTestApp, type TestApp } from '../kit/app/create-test-app.js';
import { bothAddresses, DEVICE_FORMS, PATH_FORMS, SCOPES } from '../kit/specification/specification.js';

let app: TestApp;
let client: ApiClient;

beforeAll(async () => {
  app = await createTestApp();
  await app.load({
    enterprises: [anEnterprise()],
    devices: [aDevice(), aDevice({ id: 'other' }), aDevice({ id: 'bulk' })],
    datausage: [aDataUsage(), aDataUsage()],
    screentime: [aScreenTime(), aScreenTime()],
    applications: [anApplication(), anApplication()],
    locations: [aLocation(), aLocation()],
  });
  client = await app.customer('acme');
});
afterAll(() => app.close());

/** Headers that differ from one answer to the next, and those of a body. */
const UNSTEADY = ['date', 'x-request-id', 'content-length', 'transfer-encoding'];

function steady(headers: object): object {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !UNSTEADY.includes(name)));
}

describe('"all forms of one scope behave the same"', () => {
  // the bulk form is another answer under the same scope
  it.each(SCOPES)(
    '%s answers byte for byte the same under every form, with and without a slash',
    async (scope) => {
      const forms = PATH_FORMS.filter((form) => form.scope === scope && !form.path.endsWith('bulk'));
      const addresses = forms.flatMap((form) => bothAddresses(form, DEVICE_ID));
      const answers = await Promise.all(addresses.map((address) => client.get(address)));
      expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
      expect(answers[0]!.status).toBe(200);
      expect(answers[0]!.body).toContain('{"');
    },
  );
});

describe.each(PATH_FORMS)('$path', (form) => {
  it.each(bothAddresses(form, DEVICE_ID))('answers GET %s with JSON', async (address) => {
    const { status, headers, body } = await client.get(address);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('etag' in headers ? 'private, no-cache' : 'private');
    expect(body).toMatch(/^(\[\{.*\}\]|\{.*\})$/s);
  });

  it.each(bothAddresses(form, DEVICE_ID))('answers HEAD %s as GET, without the body', async (address) => {
    const [got, headed] = await Promise.all([client.get(address), client.head(address)]);
    expect(headed).toMatchObject({ status: 200, body: '' });
    expect(steady(headed.headers)).toEqual(steady(got.headers));
  });

  it('answers HEAD with the status of an error too', async () => {
    const stranger = client.with({ authorization: undefined });
    const headed = await stranger.head(bothAddresses(form, DEVICE_ID)[0]);
    expect(headed).toMatchObject({ status: 401, body: '' });
    expect(headed.headers['content-type']).toBe('application/problem+json');
  });
});

it.each(DEVICE_FORMS)('answers HEAD of a device that is not there under $path with 404', async (form) => {
  expect((await client.head(bothAddresses(form, 'absent')[0])).status).toBe(404);
});

describe('Paths that look alike', () => {
  it('takes a device whose id is a word of another path for a device', async () => {
    expect(await client.object('/device/bulk')).toMatchObject({ id: 'bulk' });
    expect(await client.object('/api/v1/device/id/bulk')).toMatchObject({ id: 'bulk' });
    expect(await client.list('/api/v1/device-location/id/bulk')).toEqual([]);
  });

  it.each([
    '/api',
    '/api/v1',
    '/api/v2/device/',
    '/API/V1/DEVICE/',
    '/Device/',
    '/api/v1/devices',
    '/api/v1/device/tablet-1',
    '/api/v1/device/id',
    '/api/v1/device/id/tablet-1/more',
    '/api/v1/device//',
    '//api/v1/device/',
    '/api/v1//device/',
    '/api/v1/device/datausage/tablet-1',
    '/api/v1/device-location',
    '/api/v1/device-location/tablet-1',
    '/device-location/bulk',
    '/device/tablet-1/screentime',
    '/internal',
    '/internal/v1',
    '/%2e%2e/etc/passwd',
    '/api/v1/device/../device/',
  ])('answers %s with 404', async (path) => {
    const problem = await client.problem(path, 404, 'not_found');
    expect(problem.detail).toBe('The service has no such path.');
    expect(problem.instance).toBe(path);
  });
});
