import { Application } from '../../src/modules/apps/application.entity.js';
import { Device } from '../../src/modules/devices/device.entity.js';
import { Enterprise } from '../../src/modules/enterprises/enterprise.entity.js';
import { Location } from '../../src/modules/locations/location.entity.js';
import { DataUsage } from '../../src/modules/usage/data-usage.entity.js';
import { ImportDatabase } from './import-database.js';
import { aDevice, aLocation, anApplication, anEnterprise, anExport, aUsage } from './records.js';

const stored = ImportDatabase.forEachTest();

describe('what an import stores', () => {
  it('is kept apart where two enterprises call it by the same ids', async () => {
    const other = { enterprise_id: 'suedwind' };
    await stored.load({
      enterprises: [anEnterprise(), anEnterprise({ id: 'suedwind' })],
      devices: [
        aDevice({ model: 'A' }),
        aDevice({ ...other, model: 'B' }),
        aDevice({ ...other, id: 'only-there' }),
      ],
      locations: [aLocation({ lat: 1 }), aLocation({ ...other, lat: 2 })],
      applications: [anApplication({ displayName: 'A' }), anApplication({ ...other, displayName: 'B' })],
    });
    const [north, south] = [
      await stored.one(Enterprise, { id: 'acme' }),
      await stored.one(Enterprise, { id: 'suedwind' }),
    ];
    for (const [{ key }, model, lat] of [
      [north, 'A', 1],
      [south, 'B', 2],
    ] as const) {
      const { deviceKey } = await stored.one(Device, { enterpriseKey: key, model });
      expect(await stored.one(Location, { enterpriseKey: key })).toMatchObject({ deviceKey, lat });
      expect(await stored.one(Application, { enterpriseKey: key })).toMatchObject({
        deviceKey,
        displayName: model,
      });
    }

    expect(await stored.import({ locations: [aLocation({ id: 5, device_id: 'only-there' })] })).toEqual([
      'locations 1: device_id: no such device in this enterprise',
    ]);
  });

  it('is told apart by every character of its id', async () => {
    const ids = [
      'tablet-1',
      'Tablet-1',
      'tablet-1 ',
      ' tablet-1',
      'tablet-1\u0000',
      'tablét-1',
      'table\u0301t-1',
      'ß',
      'ss',
    ];
    await stored.load({
      enterprises: [anEnterprise(), anEnterprise({ id: 'ACME' }), anEnterprise({ id: 'ac me' })],
      devices: ids.map((id) => aDevice({ id })),
      locations: ids.map((device_id, at) => aLocation({ id: at, device_id })),
    });
    expect(await stored.count(Enterprise)).toBe(3);
    const devices = await stored.all(Device);
    expect(new Set(devices.map(({ id }) => id))).toEqual(new Set(ids));
    for (const { id, deviceKey } of devices)
      expect(await stored.one(Location, { deviceKey })).toMatchObject({ id: ids.indexOf(id) });
  });

  it('is every text and every number as it was', async () => {
    const texts = [
      "quotes ' \" ` and \\ \\\\ \\' ; -- /* */ ? ?? :name $1 %s",
      'control \u0000 \u0001 \b \t \n \r \u001a \u001f \u007f',
      'emoji 😀 👩‍👩‍👧 🇩🇪, \u2028 \u2029 \ufeff \uffff, combining e\u0301',
      '  space around and inside  ',
      'العربية עברית 漢字 ไทย',
      'NULL',
      '{"json":"[\\"}"}',
    ];
    const numbers = [
      0.1, -0, 1e-7, 5e-324, 1.7976931348623157e308, -1.5, 123456789.12345679, 1e21, 52.516340000000001,
    ];
    const largest = Number.MAX_SAFE_INTEGER;
    await stored.load({
      ...anExport(),
      devices: [
        aDevice(),
        ...texts.map((text, at) => aDevice({ id: `${at}${text}`, token: text, manifest: { emm_id: text } })),
      ],
      locations: [
        ...texts.map((text, at) => aLocation({ id: at + 1, provider: text })),
        ...numbers.map((altitude, at) => aLocation({ id: -at - 1, altitude })),
      ],
      datausage: [aUsage({ id: largest, mobile: largest, wifi: -largest })],
    });
    for (const [at, text] of texts.entries()) {
      expect(await stored.one(Location, { id: at + 1 })).toMatchObject({ provider: text });
      const device = await stored.one(Device, { id: `${at}${text}` });
      expect(device.token).toBe(text);
      expect(JSON.parse(device.manifest)).toMatchObject({ emm_id: text });
    }
    for (const [at, altitude] of numbers.entries())
      expect((await stored.one(Location, { id: -at - 1 })).altitude).toBe(altitude === 0 ? 0 : altitude);
    expect(await stored.all(DataUsage)).toMatchObject([{ id: largest, mobile: largest, wifi: -largest }]);
  });
});
