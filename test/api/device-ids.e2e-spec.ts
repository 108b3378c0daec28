import { appWith, customerOf } from '../kit/app/app-with.js';
import { aDevice, anEnterprise } from '../kit/app/builders.js';
import { addressOf, DEVICE_FORMS } from '../kit/specification/specification.js';
import { aRecord } from '../kit/sync/one-of-each.js';

// ":id is a path parameter: the identifier of a device that exists on the portal." Nothing is said of its characters.

/** Each of these is a device of its own. */
const IDS = [
  'a/b',
  'a%2Fb',
  'a%',
  '%',
  'a b',
  ' a b',
  'a b ',
  'a+b',
  'a?b=c',
  'a#b',
  'a;b',
  'a\\b',
  'a"b\'c`d',
  'A',
  'a',
  'ä',
  'a\u0308', // the same letter in two parts
  'Ä',
  'ß',
  'ss',
  '😀',
  '日本語',
  '..',
  'id',
  'api',
  'datausage',
  'a\tb\u0001',
  '__proto__',
  'x'.repeat(255),
  '1',
  '01',
  '1.0',
  '1e0',
];

const app = appWith({
  enterprises: [anEnterprise()],
  devices: IDS.map((id, at) => aDevice({ id, model: `model ${at}` })),
  datausage: IDS.map((device_id, at) => aRecord('datausage', at + 1, { device_id })),
  screentime: IDS.map((device_id, at) => aRecord('screentime', at + 1, { device_id })),
  applications: IDS.map((device_id, at) => aRecord('applications', at + 1, { device_id })),
  locations: IDS.map((device_id, at) => aRecord('locations', at + 1, { device_id, lat: at })),
});
const client = customerOf(app);

/** encodeURIComponent leaves dots as they are, and a path of two dots alone would be another one for many clients. */
const escaped = (address: string): string => address.replace(/\/\.\.(?=\/|$)/, '/%2E%2E');

it('lists every one of them', async () => {
  const answered = (await client.list('/api/v1/device/')).map(({ id }) => id);
  expect(new Set(answered)).toEqual(new Set(IDS));
});

describe.each(DEVICE_FORMS)('$path', (form) => {
  it.each(IDS.map((id, at) => [id, at] as const))('finds the device %j and no other', async (id, at) => {
    const answer = await client.json(escaped(addressOf(form, id)));
    const [first] = [answer].flat() as Record<string, unknown>[];
    if (form.scope === 'device:GetDetail') expect(first).toMatchObject({ id, model: `model ${at}` });
    else if (form.scope === 'device:GetLocation') expect(first).toMatchObject({ lat: at });
    else expect(first).toMatchObject({ device_id: id, [first && 'ID' in first ? 'ID' : 'id']: at + 1 });
    if (Array.isArray(answer)) expect(answer).toHaveLength(1);
  });

  it.each(['b', 'A ', 'a ', 'B', 'Ss', 'ẞ', 'a\u0000', 'x'.repeat(256), '%61', '*', '%25', "a' OR '1'='1"])(
    'does not take %j for one of them',
    async (id) => {
      await client.problem(addressOf(form, id), 404, 'device_not_found');
    },
  );
});

it('names in an error the path as it was asked for', async () => {
  const { instance } = await client.problem('/api/v1/device/id/no%20such?x=1', 400, 'invalid_parameter');
  expect(instance).toBe('/api/v1/device/id/no%20such');
});
