import { deviceAddress, fleetAddress } from './way-back.js';

const parametersOf = (address: string) => new URL(address, 'http://portal').searchParams;

test.each(['', 'search=zebra+%26+co', 'show=map&startdate=2026-04-01&enddate=2026-04-12'])(
  'a device opened from "%s" leads back there',
  (fleet) => {
    const address = deviceAddress('van-01', new URLSearchParams(fleet), { show: 'track' });
    expect(fleetAddress(parametersOf(address))).toBe(fleet ? `/data?${fleet}` : '/data');
    expect(parametersOf(address).get('show')).toBe('track');
  },
);

test('an address says no more than it must', () => {
  expect(deviceAddress('a/b', new URLSearchParams())).toBe('/data/devices/a%2Fb');
});

test('the way back leads nowhere else', () => {
  const elsewhere = new URLSearchParams({ back: '//elsewhere.example/?x' });
  expect(fleetAddress(elsewhere)).toMatch(/^\/data\?/);
});
