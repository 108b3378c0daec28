import { SCOPE_NAMES } from '../../src/auth/scopes.js';
import { ActivityService } from '../../src/modules/activity/activity.service.js';
import { ApiClient } from '../kit/http/api-client.js';
import { InternalClient } from '../kit/http/internal-client.js';
import { aDevice, anEnterprise, DEVICE_ID } from '../kit/app/builders.js';
import { appWith } from '../kit/app/app-with.js';

const ACTIVITY = '/internal/v1/activity';
const DETAIL = `/api/v1/device/id/${DEVICE_ID}`;
const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);

describe('The activity of keys', () => {
  const app = appWith({}, { RATE_LIMIT: '5/100s' });
  let enterprises = 0;

  async function aCustomer(overrides = {}, scopes: readonly string[] = SCOPE_NAMES) {
    const enterprise_id = `enterprise-${++enterprises}`;
    await app.load({
      enterprises: [anEnterprise({ id: enterprise_id, ...overrides })],
      devices: [aDevice({ enterprise_id }), aDevice({ enterprise_id, id: 'tablet-2' })],
    });
    const admin = app.admin(enterprise_id);
    const internal = new InternalClient(admin);
    const { id, key } = await internal.create('Report', scopes);
    const activity = () => app.activity(enterprise_id);
    return { id, client: admin.with({ authorization: `Bearer ${key}` }), admin, internal, activity };
  }

  it('contains the requests, errors, refusals, records and bytes of each key and scope per hour', async () => {
    const { id, client, activity } = await aCustomer({}, ['device:GetList', 'device:GetDetail']);
    const list = await client.get('/device');
    await client.get('/device/');
    const absent = await client.get('/api/v1/device/id/nowhere');
    const noScope = await client.get(`/device/${DEVICE_ID}/datausage`);
    const found = await client.get(DETAIL);
    await client.get(`${DETAIL}?a=b`);
    const tooMany = await client.get(DETAIL);
    expect([absent.status, noScope.status, tooMany.status]).toEqual([404, 403, 429]);

    const rows = await activity();
    const size = (response: { body: string }) => Buffer.byteLength(response.body);
    const of = {
      api_key_id: id,
      application: 'Report',
      feeds: 0,
      hour: expect.any(String) as string,
      bytes: expect.any(Number) as number,
    };
    expect(rows).toEqual([
      { ...of, scope: 'device:GetDataUsage', requests: 1, errors: 0, refused: 1, rows: 0 },
      { ...of, scope: 'device:GetDetail', requests: 4, errors: 2, refused: 1, rows: 1 },
      { ...of, scope: 'device:GetList', requests: 2, errors: 0, refused: 0, rows: 4 },
    ]);
    expect(rows[0]!.bytes).toBe(size(noScope));
    expect(rows[2]!.bytes).toBe(2 * size(list));
    expect(rows[1]!.bytes).toBeGreaterThan(size(found) + size(absent) + size(tooMany));
  });

  it('adds up over several writes', async () => {
    const { client, activity } = await aCustomer();
    for (let at = 0; at < 3; at++) {
      await client.get('/device');
      await app.get(ActivityService).write();
    }
    expect(await activity()).toMatchObject([{ requests: 3, rows: 6 }]);
  });

  it('contains only the own enterprise, even if a key tries another', async () => {
    const ours = await aCustomer();
    const others = await aCustomer();
    const otherEnterprise = { 'x-enterprise-id': others.admin.headers['x-enterprise-id'] };
    await ours.client.with(otherEnterprise).problem('/device', 403, 'enterprise_mismatch');
    expect(await others.activity()).toEqual([]);
    expect(await ours.activity()).toMatchObject([{ api_key_id: ours.id, requests: 1, refused: 1 }]);
  });

  it('uses hours and days of the enterprise, also in zones without whole-hour offsets', async () => {
    const { client, admin, activity } = await aCustomer({ time_zone: 'Asia/Kathmandu' });
    await client.get('/device');
    const [row] = await activity();
    expect(row!.hour).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000\+05:45$/);
    const today = String(row!.hour).slice(0, 10);
    const next = dayOf(Date.parse(`${today}T12:00:00Z`) + 86_400_000);
    const of = (day: string) => admin.list(`${ACTIVITY}?startdate=${day}&enddate=${day}`);
    expect([(await of(today)).length, (await of(next)).length]).toEqual([1, 0]);
  });

  it('keeps the name of an application whose key is renamed or deleted', async () => {
    const { id, client, internal, activity } = await aCustomer();
    await client.get('/device');
    expect(await activity()).toMatchObject([{ application: 'Report' }]);
    await internal.update(id, { application: 'Renamed' });
    expect(await activity()).toMatchObject([{ application: 'Renamed' }]);
    await client.get('/device');
    await app.get(ActivityService).write();
    await internal.delete(id);
    expect(await activity()).toMatchObject([{ application: 'Renamed' }]);
  });

  it('is kept if it cannot be written, and written later', async () => {
    const { client, activity } = await aCustomer();
    await client.get('/device');
    await app.dataSource.query('ALTER TABLE key_activity RENAME TO elsewhere');
    try {
      await app.get(ActivityService).write();
      await client.get('/device');
    } finally {
      await app.dataSource.query('ALTER TABLE elsewhere RENAME TO key_activity');
    }
    expect(await activity()).toMatchObject([{ requests: 2 }]);
  });

  it('is written when the service stops', async () => {
    const { client, activity } = await aCustomer();
    const otherInstance = await app.secondInstance();
    await new ApiClient(otherInstance.url, client.headers).get('/device');
    await otherInstance.close();
    expect(await activity()).toMatchObject([{ requests: 1 }]);
  });

  it.each([
    ['startdate=2026-01-01', 'enddate'],
    ['enddate=2026-01-01', 'startdate'],
    ['startdate=2026-01-02&enddate=2026-01-01', 'startdate'],
    ['startdate=2026-01-01&enddate=2027-01-02', 'enddate'],
    ['startdate=2026-02-30&enddate=2026-03-01', 'startdate'],
    ['startdate=2026-01-01&enddate=2026-01-01&hour=3', 'hour'],
  ])('refuses ?%s', async (query, parameter) => {
    const { admin } = await aCustomer();
    expect(await admin.invalidParameters(`${ACTIVITY}?${query}`)).toEqual([parameter]);
  });

  it('accepts up to 366 days', async () => {
    const { admin } = await aCustomer();
    expect(await admin.list(`${ACTIVITY}?startdate=2026-01-01&enddate=2027-01-01`)).toEqual([]);
  });
});
