import { appWith, customerOf } from '../kit/app/app-with.js';
import { aDevice, aLocation, anApplication, anEnterprise, DEVICE_ID } from '../kit/app/builders.js';
import { readParquet } from '../kit/formats/parquet.js';
import type { Rule } from '../kit/specification/field-tables.js';
import { withQuery } from '../kit/specification/specification.js';
import { FEED_ROUTES, snapshotPathWithFeedFields } from '../kit/sync/feed-routes.js';

// docs/contract.md, 2.11

const APPS = `/api/v1/device/app/id/${DEVICE_ID}`;

const app = appWith({
  enterprises: [anEnterprise(), anEnterprise({ id: 'idle' })],
  devices: [aDevice({ remaining_battery: null })],
  applications: [
    anApplication({ ID: 1, displayName: 'plain', versionName: null, versionCode: 2 ** 53 - 1 }),
    anApplication({ ID: 2, displayName: '=1+1', hasLauncher: null, versionCode: null, updated_at: null }),
    anApplication({ ID: 3, displayName: 'a, "b"\r\nc', packageName: '\n', isSystem: true }),
    anApplication({ ID: 4, displayName: ' ü ', packageName: '"', versionName: '\r' }),
  ],
  locations: [aLocation({ lat: 52.5, lng: -0.25, accuracy: null })],
});
const client = customerOf(app);
const idle = customerOf(app, 'idle');

it('CSV is RFC 4180: a missing value is an empty cell, an empty text is not, and values are never changed', async () => {
  const { body, headers } = await client.get(`${APPS}?format=csv`);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
  expect(body).toBe(
    [
      'ID,device_id,updated_at,displayName,hasLauncher,isSystem,packageName,versionCode,versionName',
      '1,tablet-1,2026-03-28T18:00:00.250+01:00,plain,true,false,com.google.android.apps.maps,9007199254740991,""',
      '2,tablet-1,,=1+1,,false,com.google.android.apps.maps,,11.120.0301',
      '3,tablet-1,2026-03-28T18:00:00.250+01:00,"a, ""b""\r\nc",true,true,"\n",1069721348,11.120.0301',
      '4,tablet-1,2026-03-28T18:00:00.250+01:00, ü ,true,false,"""",1069721348,"\r"',
      '',
    ].join('\r\n'),
  );
});

it('CSV contains inner objects as JSON text', async () => {
  const { body } = await client.get('/api/v1/device/?format=csv&fields=id,manifest,remaining_battery');
  const [{ manifest } = { manifest: undefined }] = await client.list('/api/v1/device/?fields=manifest');
  const quoted = JSON.stringify(manifest).replaceAll('"', '""');
  expect(body).toBe(`id,remaining_battery,manifest\r\ntablet-1,,"${quoted}"\r\n`);
});

it('NDJSON has one line per item, each with a line feed at its end', async () => {
  const { body, headers } = await client.get(`${APPS}?format=ndjson`);
  const items = (await client.list(APPS)).map((item) => `${JSON.stringify(item)}\n`);
  expect(items).toHaveLength(4);
  expect(body).toBe(items.join(''));
  expect(headers['content-type']).toBe('application/x-ndjson');
});

const TYPES: Readonly<Partial<Record<string, string>>> = {
  integer: 'INT64',
  decimal: 'DOUBLE',
  timestamp: 'TIMESTAMP_MILLIS',
  boolean: 'BOOLEAN',
  string: 'UTF8',
};

/** Objects and arrays are JSON. */
const typeOf = (rule: Rule | undefined): string =>
  (typeof rule === 'string' ? TYPES[rule] : undefined) ?? 'JSON';

describe.each(FEED_ROUTES)('$snapshot', (route) => {
  const { table } = route;
  const names = Object.keys(table);
  const inFormat = (format: string): string =>
    withQuery(snapshotPathWithFeedFields(route), `format=${format}`);

  it('has Parquet columns in the order of the fields, each of its type', async () => {
    for (const by of [client, idle]) {
      const { bytes } = await by.get(inFormat('parquet'));
      const { columns } = await readParquet(bytes);
      expect(columns).toEqual(names.map((name) => [name, typeOf(table[name])]));
    }
  });

  it('has the fields in every format, even without records', async () => {
    const bodies = async (format: string): Promise<string> => (await idle.get(inFormat(format))).body;
    expect(await bodies('json')).toBe('[]');
    expect(await bodies('ndjson')).toBe('');
    expect(await bodies('csv')).toBe(`${names.join(',')}\r\n`);
    expect((await readParquet((await idle.get(inFormat('parquet'))).bytes)).rows).toEqual([]);
  });
});
