import type { Socket } from 'node:net';
import { clientAddress } from './client-address.js';

const from = (ip: string | undefined): string =>
  clientAddress({ ip, socket: { remoteAddress: '127.0.0.1' } as Socket });

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
])('takes %s for %s', (given, address) => {
  expect(from(given)).toBe(address);
});

it.each([undefined, '', 'unknown', 'q'.repeat(300), '203.0.113.700', '1.2.3.4:x', '[::1', '"; DROP'])(
  'takes the proxy for who says %j',
  (given) => {
    expect(from(given)).toBe('127.0.0.1');
  },
);

it('is never longer than its columns', () => {
  expect(from(`fe80:1111:2222:3333:4444:5555:255.255.255.255%${'z'.repeat(300)}`).length).toBeLessThan(64);
});
