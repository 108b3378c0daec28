import fc from 'fast-check';
import type { HiddenData } from '../../src/http/hidden-data.js';
import { appWith } from '../kit/app/app-with.js';
import {
  aDataUsage,
  aDevice,
  aDeviceInfo,
  aLocation,
  aNetworkInfo,
  anEnterprise,
  aScreenTime,
  type Export,
  type ExportRecord,
} from '../kit/app/builders.js';
import { FORMATS, readRows, type Format } from '../kit/formats/read-rows.js';
import { readParquet } from '../kit/formats/parquet.js';
import { decoded } from '../kit/http/encodings.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { HIDDEN_SETS, hideFields } from '../kit/specification/hidden-fields.js';
import { anExport } from '../kit/specification/random-export.js';
import { TABLES, type FieldTable } from '../kit/specification/field-tables.js';
import {
  addressOf,
  DEVICE_FORMS,
  formatsOf,
  isFleet,
  isOne,
  PATH_FORMS,
  withQuery,
} from '../kit/specification/specification.js';
import { FEED_ROUTES } from '../kit/sync/feed-routes.js';

// docs/contract.md, 2.16

const RUNS = 4;
const LATEST = '/api/v1/device-location/latest';

const app = appWith();

interface Listing {
  readonly address: string;
  readonly table: FieldTable;
  readonly formats: readonly Format[];
  readonly isObject?: boolean;
}

const YEARS = 'startdate=1950-01-01&enddate=1950-12-31 startdate=2026-01-01&enddate=2026-12-31'.split(' ');

/** Every route, path form and format, of each device. */
function allAddresses(devices: readonly string[]): Listing[] {
  const ofDevices = devices.flatMap((id) =>
    DEVICE_FORMS.map((form) => ({
      address: addressOf(form, id),
      table: form.table,
      formats: formatsOf(form),
      isObject: isOne(form),
    })),
  );
  const ofFleet = PATH_FORMS.filter(isFleet).flatMap((form) => {
    const table = { ...form.table, ...form.onRequest };
    const queries = form.query === undefined ? [''] : YEARS;
    return queries.map((days) => {
      const fields = `fields=${Object.keys(table).join()}`;
      const query = days === '' ? fields : `${days}&${fields}`;
      return { address: addressOf({ path: form.path, query }, ''), table, formats: formatsOf(form) };
    });
  });
  const feeds = FEED_ROUTES.map(({ path, table }) => ({
    address: path,
    table: { ...table, deleted: 'boolean' } as const,
    formats: FORMATS,
  }));
  const latest = { ...TABLES.bulkLocation, device_id: 'string' } as const;
  return [...ofDevices, ...ofFleet, ...feeds, { address: LATEST, table: latest, formats: FORMATS }];
}

async function rowsOf(
  client: ApiClient,
  { address, table, isObject }: Listing,
  format: Format,
  zone: string,
) {
  const received = await client.get(withQuery(address, `format=${format}`));
  if (received.status === 404) return [];
  expect([address, format, received.status]).toEqual([address, format, 200]);
  if (isObject) return [JSON.parse(received.body) as ExportRecord];
  return readRows(format, received, table, zone);
}

/** Compares the order of members too. */
async function expectOnlyHiddenDiffers(full: ApiClient, owner: string, listings: Listing[], zone: string) {
  const clients = await Promise.all(
    HIDDEN_SETS.map(async (hidden): Promise<[readonly HiddenData[], ApiClient]> => [
      hidden,
      await app.customer(owner, undefined, { hidden_data: hidden }),
    ]),
  );
  for (const listing of listings) {
    for (const format of listing.formats) {
      const rows = await rowsOf(full, listing, format, zone);
      for (const [hidden, client] of clients) {
        const context = { ...listing, table: undefined, format, hidden };
        const seen = (await rowsOf(client, listing, format, zone)).map((row) => JSON.stringify(row));
        const expected = rows.map((row) => JSON.stringify(hideFields(hidden, row)));
        expect({ ...context, seen }).toEqual({ ...context, seen: expected });
      }
    }
  }
}

it('Random exports are the same on every path and in every format, except for hidden data', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      anExport(() => `hidden ${++round}`),
      async (all) => {
        await app.load(all);
        const { id, time_zone } = all.enterprises[0]!;
        const owner = id as string;
        const devices = all.devices.filter(({ enterprise_id }) => enterprise_id === owner);
        const removed: Partial<Export> = {
          locations: all.locations
            .filter(({ enterprise_id }) => enterprise_id === owner)
            .slice(0, 1)
            .map((record) => ({ ...record, deleted: true })),
        };
        await app.load(removed);
        const full = await app.customer(owner);
        const listings = allAddresses(devices.map((device) => device.id as string));
        await expectOnlyHiddenDiffers(full, owner, listings, time_zone as string);
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 300_000);

describe('With everything hidden', () => {
  const hidden_data = HIDDEN_SETS.at(-1)!;
  let full: ApiClient;
  let restricted: ApiClient;

  beforeAll(async () => {
    await app.load({ enterprises: [anEnterprise()], devices: [aDevice()] });
    full = await app.customer('acme');
    restricted = await app.customer('acme', undefined, { hidden_data });
  });

  it('Parquet columns keep their types', async () => {
    for (const { address } of allAddresses([]).filter(({ formats }) => formats.includes('parquet'))) {
      const columnsOf = async (client: ApiClient) =>
        (await readParquet(decoded(await client.get(withQuery(address, 'format=parquet'))))).columns;
      expect([address, await columnsOf(restricted)]).toEqual([address, await columnsOf(full)]);
    }
  });

  it('coordinates have at most two decimals in every text', async () => {
    await app.load({ locations: [aLocation({ lat: 52.5163, lng: -0.1 })] });
    const path = '/api/v1/device-location/id/tablet-1?fields=lat,lng';
    expect((await restricted.get(path)).body).toBe('[{"lat":52.52,"lng":-0.1}]');
    expect((await restricted.get(`${path}&format=csv`)).body).toBe('lat,lng\r\n52.52,-0.1\r\n');
  });

  it('summaries stay the same', async () => {
    await app.load({ datausage: [aDataUsage()], screentime: [aScreenTime()] });
    for (const kind of ['datausage', 'screentime']) {
      const path = `/api/v1/device/${kind}/summary?startdate=2026-03-29&enddate=2026-03-29&group_by=device`;
      expect(await restricted.json(path)).toEqual(await full.json(path));
    }
  });

  it('the fields that a client requests by name are hidden too', async () => {
    const [item] = await restricted.list('/api/v1/device?fields=imei,token,device_info,id');
    const [whole] = await full.list('/api/v1/device?fields=imei,token,device_info,id');
    expect(item).toEqual(hideFields(hidden_data, whole!));
    expect(item).toMatchObject({ imei: '', token: '', device_info: { fcm_token: '', imei: '' } });
    expect(await restricted.list('/api/v1/device?fields=imei')).toEqual([{ imei: '' }]);
    const detail = await restricted.object('/api/v1/device/id/tablet-1?fields=last_location,imsi1');
    expect(detail).toEqual({
      imsi1: '',
      last_location: {
        lat: 52.52,
        lng: 13.38,
        accuracy: 1000,
        altitude: null,
        provider: 'gps',
        caller: 'LocationManager',
        inside_geofence: true,
        geofence_id: 'depot',
      },
    });
  });

  it('a batch of requests for one device does not mix what its keys see', async () => {
    const clients = await Promise.all(
      HIDDEN_SETS.map((hidden) => app.customer('acme', undefined, { hidden_data: hidden })),
    );
    const whole = await full.object('/api/v1/device/id/tablet-1');
    const order = Array.from({ length: 64 }, (_none, at) => at % clients.length);
    const bodies = await Promise.all(order.map((at) => clients[at]!.object('/api/v1/device/id/tablet-1')));
    expect(bodies).toEqual(order.map((at) => hideFields(HIDDEN_SETS[at]!, whole)));
  });

  it('device information that another writer stored in another form is hidden too', async () => {
    const wifi = { ssid: 'Depot', ip: '10.0.0.7', strength: '-54 dBm' };
    const certificate = [{ imei: '1', note: '"imei":"2"' }];
    const info = JSON.stringify(aDeviceInfo({ certificate, networkInfo: aNetworkInfo({ wifi }) }), null, 2);
    const escaped = info
      .replace('"serialNumber"', '"\\u0073erialNumber"')
      .replace('"imsi2":', '"imsi2"\n :\t');
    for (const stored of [info, escaped]) {
      await app.dataSource.query("UPDATE devices SET device_info = ? WHERE id = 'tablet-1'", [stored]);
      for (const path of ['/api/v1/device', '/api/v1/device/id/tablet-1']) {
        const read = async (client: ApiClient) => [await client.json(path)].flat()[0] as ExportRecord;
        expect(await read(restricted)).toEqual(hideFields(hidden_data, await read(full)));
        expect(JSON.stringify((await read(restricted)).device_info)).not.toMatch(
          /R5CX|26201|356938|inner-fcm/,
        );
      }
    }
  });
});
