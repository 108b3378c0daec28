import type { HiddenData } from '../../api/types.js';
import { maskDevice, type ExampleDevice } from './mask-device.js';

const DEVICE: ExampleDevice = {
  id: 'van-01',
  model: 'SM-G556B',
  imei: '356938035643809',
  imsi1: '',
  device_info: { fcm_token: 'demo-fcm-5f0c', hardwareInfo: { serialNumber: 'R58N123' } },
  last_location: { lat: 52.51863, lng: 13.37619, accuracy: 12, altitude: 34.5 },
};

const masked = (hidden: HiddenData[], device = DEVICE) =>
  Object.fromEntries(maskDevice(device, hidden).map(({ name, value }) => [name, value]));
const changedNames = (hidden: HiddenData[]) =>
  maskDevice(DEVICE, hidden).flatMap(({ name, isChanged }) => (isChanged ? [name] : []));

it('changes nothing if nothing is hidden', () => {
  expect(changedNames([])).toEqual([]);
});

it.each<[HiddenData, string[]]>([
  ['credentials', ['fcm_token']],
  ['identifiers', ['imei', 'serialNumber']],
  ['exact_location', ['lat', 'lng', 'accuracy', 'altitude']],
])('changes the values of %s only', (kind, names) => {
  expect(changedNames([kind])).toEqual(names);
});

it('blanks texts, rounds coordinates and raises the accuracy to 1,000 meters', () => {
  expect(masked(['credentials', 'identifiers', 'exact_location'])).toEqual({
    id: 'van-01',
    model: 'SM-G556B',
    fcm_token: '',
    imei: '',
    imsi1: '',
    serialNumber: '',
    lat: 52.52,
    lng: 13.38,
    accuracy: 1000,
    altitude: null,
  });
});

it('keeps a larger accuracy and nulls', () => {
  const imprecise = { lat: null, lng: null, accuracy: 2500, altitude: null };
  expect(masked(['exact_location'], { ...DEVICE, last_location: imprecise })).toMatchObject(imprecise);
});

it('has no coordinates for a device without a location', () => {
  expect(Object.keys(masked([], { ...DEVICE, last_location: null }))).not.toContain('lat');
});
