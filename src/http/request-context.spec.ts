import type { Socket } from 'node:net';
import { clientAddress, networkOf } from './request-context.js';

const from = (ip: string | undefined): string =>
  clientAddress({ ip, socket: { remoteAddress: '127.0.0.1' } as Socket });

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
])('uses %s for %s', (given, address) => {
  expect(from(given)).toBe(address);
});

it.each([undefined, '', 'unknown', 'q'.repeat(300), '203.0.113.700', '1.2.3.4:x', '[::1', '"; DROP'])(
  'uses the proxy for a client that sends %j',
  (given) => {
    expect(from(given)).toBe('127.0.0.1');
  },
);

it('fits into its columns', () => {
  expect(from(`fe80:1111:2222:3333:4444:5555:255.255.255.255%${'z'.repeat(300)}`).length).toBeLessThan(64);
});

describe('networkOf', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
    ['', ''],
  ])('counts %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
