import { aFullFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { aDevice, DEVICE_ID } from '../kit/app/builders.js';
import { bothAddresses, PATH_FORMS, SCOPES } from '../kit/specification/specification.js';

const app = appWith(aFullFleet({ devices: ['tablet-1', 'other', 'bulk'].map((id) => aDevice({ id })) }));
const client = customerOf(app);

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
