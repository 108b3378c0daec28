import { problemOf } from '../kit/http/api-client.js';
import { aDevice, anEnterprise } from '../kit/app/builders.js';
import type { TestApp } from '../kit/app/create-test-app.js';
import { bodyOf, type PortalClient } from '../kit/app/portal-client.js';
import { addAdministrator, OTHER_ENTERPRISE_ID, signedIn, startPortal } from '../kit/app/portal-app.js';
import { ago, agedRecords } from '../retention/aged-records.js';

// docs/contract.md, 2.8: what would be removed

const PREVIEW = '/internal/v1/settings/retention-preview';
const VIEWER = 'viewer@acme.example';

let app: TestApp;
let admin: PortalClient;

beforeAll(async () => {
  app = await startPortal();
  await addAdministrator(app, { email: VIEWER, role: 'viewer' });
  await app.load({ devices: [aDevice(), aDevice({ enterprise_id: OTHER_ENTERPRISE_ID })] });
  await app.load(agedRecords([ago(9), ago(5, -1), ago(5), ago(1), null]));
  await app.load(agedRecords([ago(9)], { enterprise_id: OTHER_ENTERPRISE_ID }));
  admin = await signedIn(app);
});
afterAll(() => app.close());

const preview = (query: string, client = admin) => client.get(`${PREVIEW}?${query}`);
const counts = (count: number) => ({ datausage: count, screentime: count, locations: count });

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
      ...counts(count),
      counted_up_to: 100_000,
    });
  expect(bodyOf(await admin.get('/internal/v1/settings'))).toMatchObject({ retention_days: null });
});

it('is there for a viewer, and counts in the zone of the enterprise', async () => {
  const zone = 'Pacific/Kiritimati';
  await app.load({ enterprises: [anEnterprise({ time_zone: zone })] });
  const viewer = await signedIn(app, VIEWER);
  expect(bodyOf(await preview('retention_days=5', viewer))).toMatchObject({ kept_from: ago(5, 0, zone) });
  await app.load({ enterprises: [anEnterprise()] });
});

it.each([
  '',
  'retention_days=',
  'retention_days=0',
  'retention_days=-1',
  'retention_days=1.5',
  'retention_days=36601',
])('refuses %j', async (query) => {
  problemOf(await preview(query), 400, 'invalid_parameter');
});

it.each(['retention_days=1&retention_days=2', 'retention_days=1&days=2'])('refuses %j', async (query) => {
  problemOf(await preview(query), 400, 'invalid_parameter');
});
