import type { ApiClient } from '../support/api-client.js';
import { aDevice, anEnterprise } from '../support/builders.js';
import { createTestApp, type TestApp } from '../support/create-test-app.js';

// Requests for single devices that arrive together are answered by one query: each must get its own device all the same.

const ENTERPRISES = ['acme', 'globex', 'initech'] as const;
const DEVICES = 90;

let app: TestApp;
let clients: ReadonlyMap<string, ApiClient>;

const idOf = (at: number): string => `tablet-${at}`;
const modelOf = (enterprise: string, at: number): string => `${enterprise} ${at}`;

beforeAll(async () => {
  app = await createTestApp();
  const numbers = Array.from({ length: DEVICES }, (_, at) => at);
  await app.load({
    enterprises: ENTERPRISES.map((id, at) =>
      anEnterprise({ id, time_zone: ['UTC', 'Asia/Kathmandu', 'America/New_York'][at] }),
    ),
    // the same ids in each; every ninth is deleted in one of them
    devices: ENTERPRISES.flatMap((enterprise_id, which) =>
      numbers.map((at) =>
        aDevice({
          enterprise_id,
          id: idOf(at),
          model: modelOf(enterprise_id, at),
          created_at: '2026-03-01T12:00:00.000Z',
          status: at % 9 === which ? 'DELETED' : 'ACTIVE',
        }),
      ),
    ),
  });
  clients = new Map(await Promise.all(ENTERPRISES.map(async (id) => [id, await app.customer(id)] as const)));
});
afterAll(() => app.close());

it('gives each of many requests at once the device of its own enterprise, in its time zone', async () => {
  const asked = ENTERPRISES.flatMap((enterprise, which) =>
    Array.from({ length: DEVICES + 10 }, (_, at) => ({ enterprise, which, at })),
  );
  const answers = await Promise.all(
    asked.map(({ enterprise, at }) => clients.get(enterprise)!.get(`/device/${idOf(at)}`)),
  );
  answers.forEach(({ status, body }, index) => {
    const { enterprise, which, at } = asked[index]!;
    const isThere = at < DEVICES && at % 9 !== which;
    const answer = JSON.parse(body) as Record<string, unknown>;
    expect({ ...answer, status }).toMatchObject(
      isThere
        ? {
            status: 200,
            id: idOf(at),
            enterprise_id: enterprise,
            model: modelOf(enterprise, at),
            created_at: [
              '2026-03-01T12:00:00.000+00:00',
              '2026-03-01T17:45:00.000+05:45',
              '2026-03-01T07:00:00.000-05:00',
            ][which],
          }
        : { status: 404, code: 'device_not_found' },
    );
  });
});

it('gives all who ask for the same device at once the same answer', async () => {
  const client = clients.get('acme')!;
  const answers = await Promise.all(Array.from({ length: 40 }, () => client.get('/device/tablet-5')));
  const alone = await client.get('/device/tablet-5');
  expect(alone.status).toBe(200);
  expect(new Set(answers.map(({ body }) => body))).toEqual(new Set([alone.body]));
});
