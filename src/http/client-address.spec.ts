import type { Socket } from 'node:net';
import { canonicalNetwork, clientAddress, isAllowedFrom, networkOf } from './client-address.js';

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

describe('A network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7/32', '203.0.113.7'],
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['128.0.0.0/1', '128.0.0.0/1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:0db8::/32', '2001:db8::/32'],
    ['2001:db8:0:1:0:0:0:1', '2001:db8:0:1::1'],
    ['2001:db8::1/128', '2001:db8::1'],
    ['::/0', '::/0'],
    ['::1', '::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
    ['64:ff9b::203.0.113.7', '64:ff9b::cb00:7107'],
    ['64:ff9b::0.0.0.0/96', '64:ff9b::/96'],
    ['::203.0.113.7', '::203.0.113.7'],
    ['1:2:3:4:5:6:203.0.113.7', '1:2:3:4:5:6:cb00:7107'],
  ])('written %s is stored as %s', (text, tidy) => {
    expect(canonicalNetwork(text)).toBe(tidy);
    expect(canonicalNetwork(tidy)).toBe(tidy);
  });

  it.each([
    '',
    ' 203.0.113.7',
    '203.0.113.7/33',
    '203.0.113.7/-1',
    '203.0.113.7/',
    '203.0.113.0/024',
    '203.0.113.0/255.255.255.0',
    '203.0.113.7/24',
    '2001:db8::1/64',
    '2001:db8::/129',
    '::ffff:203.0.113.0/95',
    'fe80::1%eth0',
    '203.0.113',
    '203.0.113.256',
    '0xcb.0.113.7',
    '3405803783',
    '010.0.0.1',
    'localhost',
    '*',
    '203.0.113.0/24/8',
    '203.0.113.1-203.0.113.9',
  ])('cannot be %j', (text) => {
    expect(canonicalNetwork(text)).toBeUndefined();
  });
});

describe('A request', () => {
  it.each([
    ['', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['203.0.113.0/24', '203.0.113.255', true],
    ['203.0.113.0/24', '203.0.114.0', false],
    ['203.0.113.0/24', '::ffff:203.0.113.9', true],
    ['203.0.113.0/24', '::ffff:cb00:7109', true],
    ['0.0.0.0/0', '198.51.100.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '203.0.113.7', false],
    ['::/0', '::ffff:203.0.113.7', false],
    ['2001:db8::/33', '2001:db8:7fff::1', true],
    ['64:ff9b::/96', '64:ff9b::203.0.113.7', true],
    ['203.0.113.0/24', '64:ff9b::203.0.113.7', false],
    ['2001:db8::/33', '2001:db8:8000::1', false],
    ['10.0.0.0/8 2001:db8::/32', '2001:db8:1::1', true],
    ['10.0.0.0/8 2001:db8::/32', '11.0.0.1', false],
    ['10.0.0.0/8', '', false],
    ['10.0.0.0/8', 'unknown', false],
  ])('to a key of %j from %s: %s', (stored, address, isAllowed) => {
    expect(isAllowedFrom(stored, address)).toBe(isAllowed);
    expect(isAllowedFrom(stored, address)).toBe(isAllowed);
  });
});
