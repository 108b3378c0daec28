import { en } from '../../texts/en.js';
import { validateNetworks } from './networks.js';

const validate = (text: string) => validateNetworks(text, en);
const { form } = en;

it.each([
  '',
  '203.0.113.7',
  '203.0.113.0/24\n2001:db8::/32',
  '0.0.0.0/0, ::/0; ::1',
  '::ffff:203.0.113.0/120',
  '2001:DB8::1/128',
])('accepts %j', (text) => {
  expect(validate(text)).toBeUndefined();
});

it.each([
  ['203.0.113.7\nnot-an-ip', 2, 'not-an-ip'],
  ['\n\n203.0.113.256', 3, '203.0.113.256'],
  ['203.0.113.0/33', 1, '203.0.113.0/33'],
  ['203.0.113', 1, '203.0.113'],
  ['203.0.113.07', 1, '203.0.113.07'],
  ['2001:db8::/129', 1, '2001:db8::/129'],
  ['2001:db8::x', 1, '2001:db8::x'],
  ['fe80::1%eth0', 1, 'fe80::1%eth0'],
  ['1:2:3', 1, '1:2:3'],
])('reports the invalid line of %j', (text, line, part) => {
  expect(validate(text)).toBe(form.invalidNetwork(line, part));
});

it.each(['203.0.113.7/24', '2001:db8::1/32', '10.0.0.1/0'])('rejects %j, which has host bits set', (part) => {
  expect(validate(`::1\n${part}`)).toBe(form.networkHostBits(2, part));
});

it('rejects duplicate networks and more than 50 networks', () => {
  expect(validate('::A\n::a')).toBe(form.duplicateNetwork('::a'));
  expect(validate(Array.from({ length: 51 }, (_, n) => `10.0.0.${n}`).join('\n'))).toBe(
    form.networksTooMany(50),
  );
});
