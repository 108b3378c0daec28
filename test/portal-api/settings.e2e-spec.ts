import { problemOf } from '../kit/http/api-client.js';
import { aDevice, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import type { TestApp } from '../kit/app/create-test-app.js';
import { bodyOf, type PortalClient } from '../kit/app/portal-client.js';
import {
  addAdministrator,
  OTHER_ENTERPRISE_ID,
  signedIn,
  startPortal,
  trailOf,
} from '../kit/app/portal-app.js';
import { ago, agedRecords } from '../retention/aged-records.js';

// docs/contract.md, 2.8 and 2.14

const SETTINGS = '/internal/v1/settings';
const PREVIEW = `${SETTINGS}/retention-preview`;
const VIEWER = 'viewer@acme.example';

let app: TestApp;
let admin: PortalClient;

beforeAll(async () => {
  app = await startPortal();
  await addAdministrator(app, { email: VIEWER, role: 'viewer' });
  admin = await signedIn(app);
});
afterAll(() => app.close());
beforeEach(() =>
  app.load({
    enterprises: [ENTERPRISE_ID, OTHER_ENTERPRISE_ID].map((id) => anEnterprise({ id, retention_days: null })),
  }),
);

const patch = (body: unknown, client = admin) => client.patch(SETTINGS, body);
const changesIn = async () => (await trailOf(app)).filter(({ action }) => action === 'settings.updated');

const AS_THEY_WERE = {
  enterprise_id: ENTERPRISE_ID,
  enterprise_name: 'Acme Logistics',
  time_zone: 'Europe/Berlin',
  retention_days: null,
};

describe('The settings of an enterprise', () => {
  it('keep everything for ever until somebody says otherwise', async () => {
    expect(bodyOf(await admin.get(SETTINGS))).toEqual({ ...AS_THEY_WERE, base_url: app.config.publicUrl });
  });

  it('change in what is named alone, for this enterprise alone, and say so on the trail', async () => {
    const before = (await changesIn()).length;
    for (const [change, details] of [
      [{ retention_days: 30 }, { retention_days: 30, previous_retention_days: null }],
      [{ time_zone: 'Asia/Kathmandu' }, { time_zone: 'Asia/Kathmandu', previous_time_zone: 'Europe/Berlin' }],
      [
        { retention_days: null, time_zone: 'UTC' },
        {
          retention_days: null,
          previous_retention_days: 30,
          time_zone: 'UTC',
          previous_time_zone: 'Asia/Kathmandu',
        },
      ],
    ] as const) {
      const stood = bodyOf(await admin.get(SETTINGS));
      const after = bodyOf(await patch(change));
      expect(after).toEqual({ ...stood, ...change });
      expect(bodyOf(await admin.get(SETTINGS))).toEqual(after);
      expect((await changesIn())[0]).toMatchObject({ actor: 'admin:ines@acme.example', details });
    }
    expect((await changesIn()).length).toBe(before + 3);
    const others = await app.admin(OTHER_ENTERPRISE_ID).object(SETTINGS);
    expect(others).toMatchObject({ time_zone: 'Europe/Berlin', retention_days: null });
  });

  it('that are as they were already are no event', async () => {
    bodyOf(await patch({ retention_days: 7 }));
    const before = (await changesIn()).length;
    for (const same of [{}, { retention_days: 7 }, { time_zone: 'Europe/Berlin', retention_days: 7 }])
      expect(bodyOf(await patch(same))).toMatchObject({ ...AS_THEY_WERE, retention_days: 7 });
    expect((await changesIn()).length).toBe(before);
  });

  it.each([
    ...[0, -1, 1.5, 36_601, '30', true, [], {}].map((retention_days) => ({ retention_days })),
    ...['', 'Nowhere/Land', '+02:00', 'Europe/Berlin ', null, 1].map((time_zone) => ({ time_zone })),
    { enterprise_name: 'Renamed' },
    { enterprise_id: 'other' },
    { base_url: 'https://elsewhere.example' },
    { retentionDays: 1 },
    [],
    null,
    'text',
  ])('cannot become %j, and then nothing changes', async (wanted) => {
    const mixed =
      wanted instanceof Object && !Array.isArray(wanted)
        ? { time_zone: 'UTC', retention_days: 5, ...wanted }
        : wanted;
    problemOf(await patch(mixed), 400, 'invalid_parameter');
    expect(bodyOf(await admin.get(SETTINGS))).toMatchObject(AS_THEY_WERE);
  });

  it('take the least and the most days that there are', async () => {
    for (const retention_days of [1, 36_600])
      expect(bodyOf(await patch({ retention_days }))).toMatchObject({ retention_days });
  });

  it('are seen by a viewer and changed by administrators alone', async () => {
    const viewer = await signedIn(app, VIEWER);
    expect(bodyOf(await viewer.get(SETTINGS))).toMatchObject(AS_THEY_WERE);
    problemOf(await patch({ retention_days: 1 }, viewer), 403, 'insufficient_role');
    expect(bodyOf(await viewer.get(SETTINGS))).toMatchObject(AS_THEY_WERE);
  });

  it('are what another administrator sees who signs in next, and what the API answers by', async () => {
    bodyOf(await patch({ time_zone: 'Asia/Kathmandu' }));
    const other = await signedIn(app, VIEWER);
    expect(bodyOf(await other.get('/portal/api/session'))).toMatchObject({ time_zone: 'Asia/Kathmandu' });
    const [event] = await trailOf(app);
    expect(event).toMatchObject({ at: expect.stringMatching(/\+05:45$/) as string });
  });
});

describe('A preview of what would be removed', () => {
  beforeAll(async () => {
    await app.load({ devices: [aDevice(), aDevice({ enterprise_id: OTHER_ENTERPRISE_ID })] });
    await app.load(agedRecords([ago(9), ago(5, -1), ago(5), ago(1), null]));
    await app.load(agedRecords([ago(9)], { enterprise_id: OTHER_ENTERPRISE_ID }));
  });

  const preview = (query: string, client = admin) => client.get(`${PREVIEW}?${query}`);

  it('counts what is older than so many days, and changes nothing', async () => {
    for (const [days, count] of [
      [1, 3],
      [5, 2],
      [6, 1],
      [9, 0],
      [36_600, 0],
    ] as const)
      expect(bodyOf(await preview(`retention_days=${days}`))).toEqual({
        kept_from: ago(days),
        datausage: count,
        screentime: count,
        locations: count,
        counted_up_to: 100_000,
      });
    expect(bodyOf(await admin.get(SETTINGS))).toMatchObject({ retention_days: null });
  });

  it('is there for a viewer, and counts in the zone of the enterprise', async () => {
    const zone = 'Pacific/Kiritimati';
    bodyOf(await patch({ time_zone: zone }));
    const viewer = await signedIn(app, VIEWER);
    expect(bodyOf(await preview('retention_days=5', viewer))).toMatchObject({ kept_from: ago(5, 0, zone) });
  });

  it.each([
    '',
    'retention_days=',
    'retention_days=0',
    'retention_days=-1',
    'retention_days=1.5',
    'retention_days=36601',
    'retention_days=1&retention_days=2',
    'retention_days=1&days=2',
  ])('refuses %j', async (query) => {
    problemOf(await preview(query), 400, 'invalid_parameter');
  });
});
