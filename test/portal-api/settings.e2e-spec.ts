import { problemOf } from '../kit/http/api-client.js';
import { aDevice, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { bodyOf } from '../kit/app/portal-client.js';
import { OTHER_ENTERPRISE_ID, PortalStage } from '../kit/app/portal-app.js';
import { ago, agedRecords } from '../retention/aged-records.js';

// docs/contract.md, 2.8 and 2.14

const SETTINGS = '/internal/v1/settings';
const DEFAULTS = {
  enterprise_id: ENTERPRISE_ID,
  enterprise_name: 'Acme Logistics',
  time_zone: 'Europe/Berlin',
  retention_days: null,
  data_pages: true,
};

const stage = new PortalStage();
const { app, admin } = stage;
beforeEach(() => app.load({ enterprises: [anEnterprise({ retention_days: null })] }));

const settings = async (client = admin) => bodyOf(await client.get(SETTINGS));
const patch = (body: unknown, client = admin) => client.patch(SETTINGS, body);
const changesIn = async () => (await app.auditLog()).filter(({ action }) => action === 'settings.updated');

describe('The settings of an enterprise', () => {
  it('keep data indefinitely by default', async () => {
    expect(await settings()).toEqual({ ...DEFAULTS, base_url: app.config.publicUrl });
  });

  it('change only in the given fields and in this enterprise, with an event in the audit log', async () => {
    const changes = [
      [{ retention_days: 30 }, { previous_retention_days: null }],
      [{ time_zone: 'Asia/Kathmandu' }, { previous_time_zone: 'Europe/Berlin' }],
      [
        { retention_days: null, time_zone: 'UTC' },
        { previous_retention_days: 30, previous_time_zone: 'Asia/Kathmandu' },
      ],
    ];
    const before = (await changesIn()).length;
    for (const [change, previous] of changes) {
      const expected = { ...(await settings()), ...change };
      expect(bodyOf(await patch(change))).toEqual(expected);
      expect(await settings()).toEqual(expected);
      const details = { ...change, ...previous };
      expect((await changesIn())[0]).toMatchObject({ actor: 'admin:ines@acme.example', details });
    }
    expect((await changesIn()).length).toBe(before + 3);
    const others = await app.admin(OTHER_ENTERPRISE_ID).object(SETTINGS);
    expect(others).toMatchObject({ time_zone: 'Europe/Berlin', retention_days: null });
  });

  it('without a difference cause no event', async () => {
    bodyOf(await patch({ retention_days: 7 }));
    const before = (await changesIn()).length;
    for (const same of [{}, { retention_days: 7 }, { time_zone: 'Europe/Berlin', retention_days: 7 }])
      expect(bodyOf(await patch(same))).toMatchObject({ ...DEFAULTS, retention_days: 7 });
    expect((await changesIn()).length).toBe(before);
  });

  it.each([
    ...[0, -1, 1.5, 36_601, '30', true, [], {}].map((retention_days) => ({ retention_days })),
    ...['', 'Nowhere/Land', '+02:00', 'Europe/Berlin ', null, 1].map((time_zone) => ({ time_zone })),
    ...['false', 0, null].map((data_pages) => ({ data_pages })),
    { enterprise_name: 'Renamed' },
    { enterprise_id: 'other' },
    { base_url: 'https://elsewhere.example' },
    { retentionDays: 1 },
    [],
    null,
    'text',
  ])('cannot become %j, and then nothing changes', async (invalid) => {
    const isObject = invalid instanceof Object && !Array.isArray(invalid);
    const body = isObject ? { time_zone: 'UTC', retention_days: 5, ...invalid } : invalid;
    problemOf(await patch(body), 400, 'invalid_parameter');
    expect(await settings()).toMatchObject(DEFAULTS);
  });

  it('accept the minimum and the maximum number of days', async () => {
    for (const retention_days of [1, 36_600])
      expect(bodyOf(await patch({ retention_days }))).toMatchObject({ retention_days });
  });

  it('have the time zone in the case of the IANA database', async () => {
    expect(bodyOf(await patch({ time_zone: 'europe/berlin' }))).toMatchObject({ time_zone: 'Europe/Berlin' });
  });

  it('apply to new sessions and to responses of the API', async () => {
    bodyOf(await patch({ time_zone: 'Asia/Kathmandu' }));
    const { client } = await stage.aUser();
    expect(bodyOf(await client.get('/portal/api/session'))).toMatchObject({ time_zone: 'Asia/Kathmandu' });
    const [event] = await app.auditLog();
    expect(event).toMatchObject({ at: expect.stringMatching(/\+05:45$/) as string });
  });
});

describe('A preview of a purge', () => {
  beforeAll(async () => {
    const others = { enterprise_id: OTHER_ENTERPRISE_ID };
    await app.load({ devices: [aDevice(), aDevice(others)] });
    await app.load(agedRecords([ago(9), ago(5, -1), ago(5), ago(1), null]));
    await app.load(agedRecords([ago(9)], others));
  });

  const preview = (query: string, client = admin) => client.get(`${SETTINGS}/retention-preview?${query}`);

  it('counts the records older than the given days, and changes nothing', async () => {
    for (const [days, count] of Object.entries({ 1: 3, 5: 2, 6: 1, 9: 0, 36600: 0 }))
      expect(bodyOf(await preview(`retention_days=${days}`))).toEqual({
        kept_from: ago(Number(days)),
        datausage: count,
        screentime: count,
        locations: count,
        counted_up_to: 100_000,
      });
    expect(await settings()).toMatchObject({ retention_days: null });
  });

  it('is available to a viewer, and uses the time zone of the enterprise', async () => {
    const zone = 'Pacific/Kiritimati';
    bodyOf(await patch({ time_zone: zone }));
    const { client } = await stage.aUser();
    expect(bodyOf(await preview('retention_days=5', client))).toMatchObject({ kept_from: ago(5, 0, zone) });
  });

  it.each([
    '',
    ...['', '0', '-1', '1.5', '36601', '1&retention_days=2', '1&days=2'].map(
      (text) => `retention_days=${text}`,
    ),
  ])('refuses %j', async (query) => {
    problemOf(await preview(query), 400, 'invalid_parameter');
  });
});
