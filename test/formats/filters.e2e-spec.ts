import { appWith, customerOf } from '../kit/app/app-with.js';
import { aDevice, anEnterprise, type ExportRecord } from '../kit/app/builders.js';
import { FORMATS, readRows } from '../kit/formats/read-rows.js';
import { withQuery } from '../kit/specification/specification.js';
import {
  FEED_ROUTES,
  routeOf,
  snapshotPathWithFeedFields,
  snapshotPath,
  type FeedKind,
  type FeedRoute,
} from '../kit/sync/feed-routes.js';
import { aRecord } from '../kit/sync/one-of-each.js';

// docs/contract.md, 2.10

const ZONE = 'Europe/Berlin';
const IDS = ['a', 'a,b', 'b', 'gone', 'Ä'];
const STATUSES = new Map([
  ['gone', 'DELETED'],
  ['b', 'LOST'],
]);
const DAYS = ['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30'];

let serial = 0;
const ofAll = (kind: FeedKind, time: string): ExportRecord[] =>
  DAYS.flatMap((day) =>
    IDS.map((device_id) => aRecord(kind, ++serial, { device_id, [time]: `${day}T10:00:0${serial % 10}Z` })),
  );

const app = appWith({
  enterprises: [anEnterprise({ time_zone: ZONE }), anEnterprise({ id: 'other' })],
  devices: [
    ...IDS.map((id) => aDevice({ id, status: STATUSES.get(id) ?? 'ACTIVE' })),
    aDevice({ id: 'foreign', enterprise_id: 'other' }),
  ],
  datausage: ofAll('datausage', 'start'),
  screentime: ofAll('screentime', 'start'),
  applications: ofAll('applications', 'updated_at'),
  locations: ofAll('locations', 'created_at'),
});
const client = customerOf(app);

const ownerOf = (route: FeedRoute): string => (route.kind === 'devices' ? 'id' : 'device_id');

const refusal = async (path: string, parameter: string): Promise<string> => {
  const { errors } = await client.problem(path, 400, 'invalid_parameter');
  expect(errors).toMatchObject([{ parameter }]);
  return errors![0]!.detail;
};

describe.each(FEED_ROUTES)('device_id of $snapshot', (route) => {
  const whole = snapshotPath(route);
  const filtered = (query: string): string => withQuery(snapshotPathWithFeedFields(route), query);

  it.each([
    ['device_id=b', ['b']],
    ['device_id=a&device_id=b', ['a', 'b']],
    ['device_id[]=b&device_id[]=a', ['a', 'b']],
    ['device_id%5B%5D=b&device_id=%C3%84', ['b', 'Ä']],
    ['device_id=a,b', ['a,b']],
    ['device_id=gone', ['gone']],
    ['device_id=unknown', []],
    ['device_id=unknown&device_id=a', ['a']],
    ['device_id=foreign', []],
    ['device_id=A', []],
    [`device_id=${'x'.repeat(1_000)}`, []],
    ['device_id=%00', []],
  ])('%s selects the rows of the whole response, in its order', async (query, ids) => {
    const all = await client.list(snapshotPathWithFeedFields(route));
    const expected = all.filter((row) => ids.includes(String(row[ownerOf(route)])));
    for (const format of FORMATS) {
      const received = await client.get(filtered(`${query}&format=${format}`));
      expect({ format, rows: await readRows(format, received, route.table, ZONE) }).toEqual({
        format,
        rows: expected,
      });
      expect(received.headers).not.toHaveProperty('x-sync-token');
    }
  });

  it('accepts 100 identifiers', async () => {
    const ids = ['a', ...Array.from({ length: 99 }, (_none, at) => `unknown-${at}`)];
    const query = ids.map((id) => `device_id=${id}`).join('&');
    const expected = (await client.list(whole)).length;
    const rows = await client.list(filtered(query));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(expected);
    expect(await refusal(`${filtered(query)}&device_id=b`, 'device_id')).toContain('100');
  });

  it.each([
    ['device_id=a&device_id=a', '"a"'],
    ['device_id=a&device_id[]=a', '"a"'],
    ['device_id=', '""'],
    ['device_id=%0A%E2%80%AE&device_id=%0A%E2%80%AE', '"\\n\\u202e"'],
  ])('refuses %s, and names the wrong values', async (query, wrong) => {
    expect(await refusal(withQuery(whole, query), 'device_id')).toContain(`; not ${wrong}`);
  });

  it('has an ETag that depends on the devices and not on their order', async () => {
    const etagOf = async (query: string) =>
      (await client.get(query === '' ? whole : withQuery(whole, query))).headers.etag!;
    const etags = await Promise.all(
      ['', 'device_id=a', 'device_id=b', 'device_id=a&device_id=b'].map(etagOf),
    );
    expect(new Set(etags).size).toBe(4);
    expect(await etagOf('device_id[]=b&device_id[]=a')).toBe(etags[3]);
    const headers = { 'if-none-match': etags[1]! };
    expect((await client.get(withQuery(whole, 'device_id=a'), headers)).status).toBe(304);
    expect((await client.get(withQuery(whole, 'device_id=b'), headers)).status).toBe(200);
  });
});

describe('status of the device list', () => {
  const LIST = routeOf('devices').snapshot;
  const idsOf = async (query: string) =>
    (await client.list(`${LIST}?fields=id&${query}`)).map(({ id }) => id);

  it.each([
    ['status=LOST', ['b']],
    ['status=ACTIVE', ['a', 'a,b', 'Ä']],
    ['status=ACTIVE&device_id=b&device_id=a', ['a']],
    ['status=active', []],
    ['status=ACTIVE%20', []],
    ['status=DELETED', []],
    ['status=ACTIVE,LOST', []],
    [`status=${'x'.repeat(100)}`, []],
  ])('%s selects devices', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids);
  });

  it.each(['status=', `status=${'x'.repeat(101)}`, 'status=ACTIVE&status=LOST', 'status[]=ACTIVE'])(
    'refuses %s',
    async (query) => {
      await refusal(`${LIST}?${query}`, query.split('=')[0]!);
    },
  );

  it('has an ETag of its own and no token', async () => {
    const whole = await client.get(LIST);
    const filtered = await client.get(`${LIST}?status=LOST`);
    expect(filtered.headers.etag).not.toBe(whole.headers.etag);
    expect(filtered.headers).not.toHaveProperty('x-sync-token');
    const again = await client.get(`${LIST}?status=LOST`, { 'if-none-match': filtered.headers.etag! });
    expect(again.status).toBe(304);
  });

  it('is a parameter of the list alone', async () => {
    for (const route of FEED_ROUTES) {
      await refusal(`${route.path}?status=ACTIVE`, 'status');
      if (route.kind !== 'devices') await refusal(withQuery(snapshotPath(route), 'status=ACTIVE'), 'status');
    }
  });
});

describe('Parameters', () => {
  it('that are unknown are refused with the known ones', async () => {
    const detail = await refusal('/api/v1/device/?state=ACTIVE', 'state');
    for (const name of ['fields', 'format', 'device_id', 'status']) expect(detail).toContain(name);
  });

  it('with a wrong format are refused with the value and the formats', async () => {
    const detail = await refusal('/api/v1/device/?format=xml%0A', 'format');
    expect(detail).toBe('must be one of: json, ndjson, csv, parquet; not "xml\\n"');
    expect(await refusal('/api/v1/device/?format=csv&format=json', 'format')).toBe('must be sent once');
  });
});

describe('day', () => {
  const NEW_YORK = 'America/New_York';
  const zones = appWith({
    enterprises: [
      anEnterprise({ id: 'berlin', time_zone: ZONE }),
      anEnterprise({ id: 'york', time_zone: NEW_YORK }),
    ],
    devices: ['berlin', 'york'].map((enterprise_id) => aDevice({ enterprise_id })),
    datausage: daysOf('datausage'),
    screentime: daysOf('screentime'),
  });

  function daysOf(kind: FeedKind): ExportRecord[] {
    const starts = [null, '2026-03-28T22:59:59.999Z', '2026-03-28T23:00:00Z', '1969-12-31T23:30:00Z'];
    return ['berlin', 'york'].flatMap((enterprise_id) =>
      starts.map((start, at) => aRecord(kind, at + 1, { enterprise_id, start })),
    );
  }

  describe.each(['datausage', 'screentime'] as const)('of %s', (kind) => {
    const route = routeOf(kind);
    const table = { ...route.table, day: 'day' } as const;
    const paths = [snapshotPath(route), `/api/v1/device/${kind}/id/tablet-1`, route.path];

    it.each([
      ['berlin', { 1: null, 2: '2026-03-28', 3: '2026-03-29', 4: '1970-01-01' }],
      ['york', { 1: null, 2: '2026-03-28', 3: '2026-03-28', 4: '1969-12-31' }],
    ])(
      'is that of start in the zone of the enterprise %s, on every route in every format',
      async (id, days) => {
        const customer = await zones.customer(id);
        for (const path of paths) {
          for (const format of FORMATS.filter((name) => name !== 'parquet' || !path.includes('/id/'))) {
            const address = withQuery(path, `fields=day,id&format=${format}`);
            const rows = await readRows(
              format,
              await customer.get(address),
              { ...table, deleted: 'boolean' },
              ZONE,
            );
            expect(rows.length).toBeGreaterThan(0);
            for (const row of rows)
              expect({ path, format, day: row.day }).toEqual({ path, format, day: days[row.id as 1] });
          }
        }
      },
    );

    it('is behind end, and only by fields', async () => {
      const customer = await zones.customer('berlin');
      for (const path of paths) {
        const body = await customer.json(path);
        const rows =
          'items' in (body as object) ? (body as { items: ExportRecord[] }).items : (body as ExportRecord[]);
        expect(Object.keys(rows[0]!)).not.toContain('day');
        const received = await customer.get(
          withQuery(path, 'fields=day,end,start,id,device_id&format=ndjson'),
        );
        const names = Object.keys(JSON.parse(received.body.split('\n')[0]!) as object);
        expect(names.filter((name) => name !== 'deleted')).toEqual([
          'id',
          'device_id',
          'start',
          'end',
          'day',
        ]);
      }
    });

    it('is null in a deletion', async () => {
      const customer = await zones.customer('york');
      const since = String((await customer.get(route.path)).headers['x-sync-token']);
      await zones.load({
        [kind]: [{ id: 2, enterprise_id: 'york', device_id: 'tablet-1', deleted: true }],
      });
      const { items } = await customer.object(`${route.path}?since=${since}&fields=day`);
      expect(items).toEqual([{ id: 2, device_id: 'tablet-1', day: null, deleted: true }]);
    });
  });
});
