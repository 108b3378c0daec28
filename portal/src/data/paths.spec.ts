import { deviceIdOf, devicePath } from './paths.js';

it.each(['van-01', 'zz/y', 'zz%2Fy', '100%', 'ä b?#'])(
  'the path of the device "%s" contains its ID',
  (id) => {
    const path = devicePath(id, new URLSearchParams());
    expect(deviceIdOf(path)).toBe(id);
    expect(deviceIdOf(`${path}/`)).toBe(id);
  },
);

it('returns an ID with an invalid percent-encoding unchanged', () => {
  expect(deviceIdOf('/data/devices/100%')).toBe('100%');
});
