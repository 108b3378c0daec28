import { countCodes, newRecoveryCodes, storedCodes, withoutCode } from './recovery-codes.js';
import { newSecret } from './totp.js';

const secret = newSecret();
const codes = newRecoveryCodes();
const stored = storedCodes(secret, codes);

it('There are ten, all different, and what is stored holds none and fits its column', () => {
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/);
    expect(stored).not.toContain(code);
  }
  expect(countCodes(stored)).toBe(10);
  expect(stored.length).toBeLessThanOrEqual(500);
});

it('Each is used up by itself, however it was typed', () => {
  const [first = '', second = ''] = codes;
  const rest = withoutCode(stored, secret, ` ${first.toUpperCase().replace('-', ' ')} `)!;
  expect(countCodes(rest)).toBe(9);
  expect(withoutCode(rest, secret, first)).toBeUndefined();
  expect(countCodes(withoutCode(rest, secret, second)!)).toBe(8);
});

it('Those of another secret are none', () => {
  expect(withoutCode(stored, newSecret(), codes[0]!)).toBeUndefined();
  for (const none of ['', '-', 'aaaaa-aaaaa']) expect(withoutCode(stored, secret, none)).toBeUndefined();
});
