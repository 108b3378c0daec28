import { appWith, customerOf } from '../kit/app/app-with.js';
import type { Problem } from '../kit/http/api-client.js';
import {
  aDataUsage,
  aDevice,
  aLocation,
  aManifest,
  anApplication,
  anEnterprise,
  aScreenTime,
  DEVICE_ID,
  type ExportRecord,
} from '../kit/app/builders.js';
import { addressOf, DEVICE_FORMS, PATH_FORMS } from '../kit/specification/specification.js';

// docs/contract.md, 1.4: "The data returned is that of the enterprise named by x-enterprise-id." 2.3: "two enterprises may
// both have a device tablet-1"; 2.6: "unknown, foreign or deleted device, also on sub-resources: 404, same body for all"

/** An export in which every text, number and record id says whose it is. */
function exportOf(enterprise_id: string, mark: number): Record<string, ExportRecord[]> {
  const manifest = aManifest({ enterprise_id, enterprise_contact: enterprise_id });
  const own = { enterprise_id, manifest, imei: `imei-${enterprise_id}` };
  // the same record ids in both enterprises: they are unique within one only
  return {
    enterprises: [anEnterprise({ id: enterprise_id })],
    devices: [aDevice({ ...own, model: enterprise_id }), aDevice({ ...own, id: `only-${enterprise_id}` })],
    datausage: [aDataUsage({ enterprise_id, id: 1, mobile: mark, package_name: enterprise_id })],
    screentime: [aScreenTime({ enterprise_id, id: 1, screentime: mark, package_name: enterprise_id })],
    applications: [anApplication({ enterprise_id, ID: 1, versionCode: mark, packageName: enterprise_id })],
    locations: [aLocation({ ...own, id: 1, lat: mark, geofence_id: enterprise_id })],
  };
}

const app = appWith(exportOf('acme', 1));
beforeAll(async () => {
  await app.load(exportOf('globex', 2));
  await app.load({
    devices: [aDevice({ id: 'gone', status: 'DELETED' }), aDevice({ id: 'disabled', status: 'DISABLED' })],
    datausage: [aDataUsage({ id: 77, device_id: 'gone' })],
    screentime: [aScreenTime({ id: 77, device_id: 'gone' })],
    applications: [anApplication({ ID: 77, device_id: 'gone' })],
    locations: [aLocation({ id: 77, device_id: 'gone' })],
  });
});
const [acme, globex] = [customerOf(app), customerOf(app, 'globex')];

describe.each(PATH_FORMS)('$path', (form) => {
  it('answers each of two enterprises with its own, though ids are the same', async () => {
    const address = addressOf(form, DEVICE_ID);
    const [ours, theirs] = await Promise.all([acme.get(address), globex.get(address)]);
    expect([ours.status, theirs.status]).toEqual([200, 200]);
    expect(ours.body).toContain('acme');
    expect(ours.body).not.toContain('globex');
    expect(theirs.body).toContain('globex');
    expect(theirs.body).not.toContain('acme');
  });
});

describe.each(DEVICE_FORMS)('$path', (form) => {
  it('tells an unknown, a foreign and a deleted device apart in nothing', async () => {
    const problems = await Promise.all(
      ['no-such-device', 'only-globex', 'gone'].map((id) =>
        acme.problem(addressOf(form, id), 404, 'device_not_found'),
      ),
    );
    const said = problems.map(({ request_id, instance, ...rest }: Problem) => {
      expect([request_id, instance]).not.toContain('');
      return rest;
    });
    expect(said[1]).toEqual(said[0]);
    expect(said[2]).toEqual(said[0]);
  });

  it('answers a device in any other state', async () => {
    expect((await acme.get(addressOf(form, 'disabled'))).status).toBe(200);
  });
});

it('lists a disabled device and not a deleted one', async () => {
  const ids = (await acme.list('/api/v1/device/')).map(({ id }) => id);
  expect(ids).toEqual(['disabled', 'only-acme', 'tablet-1']);
});

it('shows a device again that is no longer deleted', async () => {
  await app.load({ devices: [aDevice({ id: 'back', status: 'DELETED' })] });
  expect((await acme.get('/api/v1/device/id/back')).status).toBe(404);
  await app.load({ devices: [aDevice({ id: 'back', status: 'ACTIVE' })] });
  expect((await acme.get('/api/v1/device/id/back')).status).toBe(200);
});
