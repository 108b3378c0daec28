import { appWith, customerOf } from '../../kit/app/app-with.js';
import {
  aDevice,
  aDeviceInfo,
  aLastLocation,
  aManifest,
  aNetworkInfo,
  anEnterprise,
  type ExportRecord,
} from '../../kit/app/builders.js';
import { answerOf } from '../../kit/specification/expected-answers.js';
import { TABLES } from '../../kit/specification/field-tables.js';

const ZONE = 'Europe/Berlin';
/** Everything that a text goes through on its way could break one of these. */
const ODD_TEXTS = [
  'quotes " \' ` and back\\slash \\" \\u0041',
  'control \u0001 \b \t \n \r \u001f \u007f characters',
  'line \u2028 and paragraph \u2029 separators, \ufeff mark',
  'emoji 🚚👩‍👩‍👧‍👦🇩🇪 and हिन्दी, ß, İ, ﷺ',
  ',"wifi":{"macAddress":"not this one"}',
  "'; DROP TABLE devices; -- ? :id $1 %s {{x}} <script>&amp;",
  ' blanks around ',
];

const app = appWith({ enterprises: [anEnterprise()] });
const client = customerOf(app);

/** The device in both its forms after it was loaded. */
async function answersFor(device: ExportRecord): Promise<{ listed: ExportRecord; detail: ExportRecord }> {
  await app.load({ devices: [device] });
  const id = device.id as string;
  const listed = (await client.list('/api/v1/device/')).find((item) => item.id === id)!;
  return { listed, detail: await client.object(`/api/v1/device/id/${encodeURIComponent(id)}`) };
}

async function expectAsSpecified(device: ExportRecord): Promise<void> {
  const { listed, detail } = await answersFor(device);
  expect(listed).toEqual(answerOf(TABLES.listItem, device, ZONE));
  expect(detail).toEqual(answerOf(TABLES.detail, device, ZONE));
}

/** Every string in the record replaced, save for what identifies or describes the device. */
function withTexts(record: ExportRecord, text: string): ExportRecord {
  const kept = ['id', 'enterprise_id', 'status'];
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      if (kept.includes(name) || /_(at|connect|update)$/.test(name) || Array.isArray(value))
        return [name, value];
      if (typeof value === 'string') return [name, text];
      if (typeof value === 'object' && value !== null) return [name, withTexts(value as ExportRecord, text)];
      return [name, value];
    }),
  );
}

describe('Device (returned by the list and detail endpoints)', () => {
  it('answers every field of the table in both forms', async () => {
    await expectAsSpecified(aDevice({ id: 'every-field' }));
  });

  it('writes the fields in the order of the table, in both forms', async () => {
    const device = aDevice({ id: 'in-order' });
    await app.load({ devices: [device] });
    const { body: list } = await client.get('/api/v1/device/');
    const { body: detail } = await client.get('/api/v1/device/id/in-order');
    expect(list).toContain(JSON.stringify(answerOf(TABLES.listItem, device, ZONE)));
    expect(detail).toBe(JSON.stringify(answerOf(TABLES.detail, device, ZONE)));
  });

  // "The list item has no imsi1, operator1, last_location_update or last_location.
  //  The detail object has no token, play_emm_token or top-level fcm_token."
  it('has in the list what is said to be in list items only, and in the detail what is in detail only', async () => {
    const { listed, detail } = await answersFor(aDevice({ id: 'only' }));
    const names = (record: ExportRecord): string[] => Object.keys(record).sort();
    const shared = names(listed).filter((name) => name in detail);
    expect(names(listed).filter((name) => !shared.includes(name))).toEqual([
      'fcm_token',
      'play_emm_token',
      'token',
    ]);
    expect(names(detail).filter((name) => !shared.includes(name))).toEqual([
      'imsi1',
      'last_location',
      'last_location_update',
      'operator1',
    ]);
  });

  // "wifi (object: ssid, ip, strength as strings; macAddress string, present in the detail)"
  it('shows the hardware address of the Wi-Fi in the detail alone', async () => {
    const { listed, detail } = await answersFor(aDevice({ id: 'mac' }));
    expect(JSON.stringify(listed)).not.toContain('macAddress');
    expect(detail).toMatchObject({
      device_info: { networkInfo: { wifi: { ssid: 'Depot', macAddress: '02:1a:7d:da:71:13' } } },
    });
  });

  it('answers a device that has nothing but its id with empty strings, nulls and empty objects', async () => {
    const device = { id: 'bare', enterprise_id: 'acme' };
    await expectAsSpecified(device);
    const { listed, detail } = await answersFor(device);
    expect(listed).toMatchObject({ imei: '', created_at: null, remaining_battery: null, status: '' });
    expect(detail).toMatchObject({
      last_location: null,
      device_info: {
        certificate: [],
        deviceSettings: { adbEnabled: null, encryptionStatus: '' },
        networkInfo: { gsm: {}, wifi: { macAddress: '' } },
        softwareInfo: { androidDevicePolicyVersionCode: null },
      },
      manifest: { emm_id: '' },
    });
  });

  it('takes null for absent, at every depth', async () => {
    const nulls = Object.fromEntries(Object.keys(aDevice()).map((name) => [name, null]));
    await expectAsSpecified({ ...nulls, id: 'nulls', enterprise_id: 'acme' });
    await expectAsSpecified(
      aDevice({
        id: 'inner-nulls',
        manifest: aManifest({ emm_id: null }),
        last_location: aLastLocation({ lat: null, provider: null, inside_geofence: null }),
        device_info: aDeviceInfo({
          certificate: null,
          batteryInfo: null,
          networkInfo: aNetworkInfo({ gsm: { gsm1: null } }),
        }),
      }),
    );
  });

  it.each(ODD_TEXTS)('brings every string out as it went in: %j', async (text) => {
    await expectAsSpecified(withTexts(aDevice({ id: 'odd-texts' }), text));
  });

  it('answers integers up to 2^53-1 and below exactly', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    await expectAsSpecified(aDevice({ id: 'most', dpc_version_code: most, remaining_battery: -most }));
    expect((await client.get('/api/v1/device/id/most')).body).toContain(
      '"dpc_version_code":9007199254740991,',
    );
  });

  it.each([0, -0.5, 0.1 + 0.2, 1e-7, 5e-324, 123456789.12345678, 1e21, 1.7976931348623157e308])(
    'answers the decimal %d exactly',
    async (value) => {
      await expectAsSpecified(
        aDevice({
          id: 'decimal',
          remaining_storage: value,
          storage_capacity: -value || 0,
          last_location: aLastLocation({
            lat: value % 90 || 0,
            lng: value % 180 || 0,
            accuracy: value,
            altitude: value,
          }),
        }),
      );
    },
  );

  it.each([true, false, null])('answers flags that are %s', async (flag) => {
    const settings = {
      adbEnabled: flag,
      developmentSettingsEnabled: flag,
      isEncrypted: flag,
      verifyAppsEnabled: flag,
    };
    await expectAsSpecified(
      aDevice({
        id: 'flags',
        last_location: aLastLocation({ inside_geofence: flag }),
        device_info: aDeviceInfo({ deviceSettings: { ...settings, encryptionStatus: '' } }),
      }),
    );
  });

  // "certificate | array (seen empty; item shape given nowhere)"
  it('answers items of certificate whatever they are', async () => {
    const certificate = [{ subject: 'CN=x', '"': [1.5, null, true] }, 'text', 3, null, [], [[{}]], false];
    await expectAsSpecified(aDevice({ id: 'certificates', device_info: aDeviceInfo({ certificate }) }));
  });

  // "gsm (object; empty, or containing gsm1 with imsi, operator, strength strings)"
  it.each([
    ['empty', {}],
    ['with gsm1', { gsm1: { imsi: '1', operator: 'o', strength: 's' } }],
    ['with a gsm1 that lacks strings', { gsm1: {} }],
  ])('answers a gsm that is %s', async (_name, gsm) => {
    await expectAsSpecified(
      aDevice({ id: 'gsm', device_info: aDeviceInfo({ networkInfo: aNetworkInfo({ gsm }) }) }),
    );
  });

  it('shows no member that the specification does not list, wherever an export has one', async () => {
    const device = aDevice({
      id: 'surplus',
      secret: 1,
      manifest: aManifest({ secret: 1 }),
      device_info: aDeviceInfo({ secret: 1, batteryInfo: { secret: 1 } }),
      last_location: aLastLocation({ secret: 1 }),
    });
    await expectAsSpecified(device);
  });

  // "values seen: ..." and "Allowed values ... beyond those listed: not shown"
  it.each(['BYOD', 'COPE', 'SOMETHING_NEW'])('passes on the management_mode %s', async (mode) => {
    await expectAsSpecified(
      aDevice({ id: 'mode', management_mode: mode, battery_health: 'ODD', status: 'LOST' }),
    );
  });

  it('answers the newest state of a device that was loaded twice', async () => {
    await answersFor(aDevice({ id: 'twice', policy_name: 'Old' }));
    await expectAsSpecified(aDevice({ id: 'twice', policy_name: 'New', last_location: null }));
  });
});
