import { en } from '../../texts/en.js';
import { networkMistake } from './wanted.js';

const mistake = (text: string) => networkMistake(text, en);
const { form } = en;

it.each([
  '',
  '203.0.113.7',
  '203.0.113.0/24\n2001:db8::/32',
  '0.0.0.0/0, ::/0; ::1',
  '::ffff:203.0.113.0/120',
  '2001:DB8::1/128',
])('accepts %j', (text) => {
  expect(mistake(text)).toBeUndefined();
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
])('names the wrong line of %j', (text, line, part) => {
  expect(mistake(text)).toBe(form.networkLine(line, part));
});

it.each(['203.0.113.7/24', '2001:db8::1/32', '10.0.0.1/0'])('refuses %j, which names one host', (part) => {
  expect(mistake(`::1\n${part}`)).toBe(form.networkZeros(2, part));
});

it('refuses a network that is listed twice, and more than 50', () => {
  expect(mistake('::A\n::a')).toBe(form.networkTwice('::a'));
  expect(mistake(Array.from({ length: 51 }, (_, n) => `10.0.0.${n}`).join('\n'))).toBe(
    form.networksTooMany(50),
  );
});
