import type { HiddenData } from '../../api/records.js';
import { asSeen, type ExampleDevice } from './as-seen.js';

const DEVICE: ExampleDevice = {
  id: 'van-01',
  model: 'SM-G556B',
  imei: '356938035643809',
  imsi1: '',
  device_info: { fcm_token: 'demo-fcm-5f0c', hardwareInfo: { serialNumber: 'R58N123' } },
  last_location: { lat: 52.51863, lng: 13.37619, accuracy: 12, altitude: 34.5 },
};

const seen = (hidden: HiddenData[], device = DEVICE) =>
  Object.fromEntries(asSeen(device, hidden).map(({ name, value }) => [name, value]));
const changed = (hidden: HiddenData[]) =>
  asSeen(DEVICE, hidden).flatMap(({ name, isChanged }) => (isChanged ? [name] : []));

it('changes nothing if nothing is hidden', () => {
  expect(changed([])).toEqual([]);
});

it.each<[HiddenData, string[]]>([
  ['credentials', ['fcm_token']],
  ['identifiers', ['imei', 'serialNumber']],
  ['exact_location', ['lat', 'lng', 'accuracy', 'altitude']],
])('changes the values of %s only', (kind, names) => {
  expect(changed([kind])).toEqual(names);
});

it('blanks texts, rounds coordinates and raises the accuracy to 1,000 meters', () => {
  expect(seen(['credentials', 'identifiers', 'exact_location'])).toEqual({
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
  const rough = { lat: null, lng: null, accuracy: 2500, altitude: null };
  expect(seen(['exact_location'], { ...DEVICE, last_location: rough })).toMatchObject(rough);
});

it('has no coordinates for a device without a location', () => {
  expect(Object.keys(seen([], { ...DEVICE, last_location: null }))).not.toContain('lat');
});
