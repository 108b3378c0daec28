import { appWith, customerOf } from '../kit/app/app-with.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { aDevice, anEnterprise } from '../kit/app/builders.js';

// Requests for single devices that arrive together are answered by one query: each must get its own device all the same.

const ENTERPRISES = ['acme', 'globex', 'initech'] as const;
const DEVICES = 90;

const ZONES = ['UTC', 'Asia/Kathmandu', 'America/New_York'];
/** One instant in each of them. */
const TIMES = [
  '2026-03-01T12:00:00.000+00:00',
  '2026-03-01T17:45:00.000+05:45',
  '2026-03-01T07:00:00.000-05:00',
];

const idOf = (at: number): string => `tablet-${at}`;
const modelOf = (enterprise: string, at: number): string => `${enterprise} ${at}`;

const app = appWith({
  enterprises: ENTERPRISES.map((id, at) => anEnterprise({ id, time_zone: ZONES[at] })),
  // the same ids in each; every ninth is deleted in one of them
  devices: ENTERPRISES.flatMap((enterprise_id, which) =>
    Array.from({ length: DEVICES }, (_, at) =>
      aDevice({
        enterprise_id,
        id: idOf(at),
        model: modelOf(enterprise_id, at),
        created_at: TIMES[0],
        status: at % 9 === which ? 'DELETED' : 'ACTIVE',
      }),
    ),
  ),
});
const clients = new Map<string, ApiClient>(ENTERPRISES.map((id) => [id, customerOf(app, id)]));

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
            created_at: TIMES[which],
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

it('gives each of many requests at once the fields that it names, and refuses those alone that name others', async () => {
  const choices = ['model', 'id', 'enterprise_id', 'status,model', 'model,status', 'nonsense', undefined];
  const asked = ENTERPRISES.flatMap((enterprise) =>
    Array.from({ length: 5 }, (_, at) => at + 7).flatMap((at) =>
      choices.map((fields) => ({ enterprise, at, fields })),
    ),
  );
  const answers = await Promise.all(
    asked.map(({ enterprise, at, fields }) =>
      clients.get(enterprise)!.get(`/device/${idOf(at)}${fields === undefined ? '' : `?fields=${fields}`}`),
    ),
  );
  answers.forEach(({ status, body }, index) => {
    const { enterprise, at, fields } = asked[index]!;
    const isDeleted = at % 9 === ENTERPRISES.indexOf(enterprise);
    const expected = fields === 'nonsense' ? 400 : isDeleted ? 404 : 200;
    expect({ fields, status }).toEqual({ fields, status: expected });
    if (status !== 200) return;
    const answer = JSON.parse(body) as Record<string, unknown>;
    const model = modelOf(enterprise, at);
    const whole = { id: idOf(at), enterprise_id: enterprise, status: 'ACTIVE', model };
    const names = fields?.split(',') ?? Object.keys(answer);
    expect(Object.keys(answer).sort()).toEqual([...names].sort());
    const shown = Object.entries(whole).filter(([name]) => names.includes(name));
    expect(answer).toMatchObject(Object.fromEntries(shown));
  });
});
