import { statSync } from 'node:fs';
import { join } from 'node:path';
import { COMMON_PASSWORDS } from './common-passwords.js';
import { weaknessOf } from './weak-passwords.js';

const NAMES = ['Ines Krüger', 'ines.k@havelwerk.example', 'Havelwerk Logistik GmbH', 'havelwerk-logistik'];

it('knows the 10,000 most common passwords, in a file of at most 100 kB', () => {
  expect(new Set(COMMON_PASSWORDS.split(' ')).size).toBe(10_000);
  const file = join(__dirname, '../../../src/auth/common-passwords.ts');
  expect(statSync(file).size).toBeLessThan(100_000);
});

it.each([
  'qazwsxedcrfv',
  'QwErTy123456',
  'password1234',
  'PASSWORD2026!'.slice(0, -1),
  'letmein98765432',
  'abc123456789',
  '123456789012',
  'ｐａｓｓｗｏｒｄ１２３４',
])('refuses the common password %j', (password) => {
  expect(weaknessOf(password, NAMES)).toMatch(/^The password is one of the 10,000 most common/);
});

it.each([
  'Ines Krüger!',
  'ineskrüger2026',
  'Krüger, Ines 1',
  'ines.k@havelwerk.example',
  'INES.K@havelwerk',
  'Havelwerk Logistik GmbH',
  'havelwerk-logistik',
  'HavelwerkLogistik2026!',
  'Ines at Havelwerk',
])('refuses %j, which consists of names', (password) => {
  expect(weaknessOf(password, NAMES)).toMatch(/^The password consists of your name/);
});

it.each([
  'correct horse battery',
  'a few words in a row',
  'ines reads novels',
  'x7!kQ_92mZ$4',
  '!!!!!!!!!!!!',
  '904857203948',
  'password of the week',
])('accepts %j', (password) => {
  expect(weaknessOf(password, NAMES)).toBeUndefined();
});

it('accepts any password if there are no names', () => {
  expect(weaknessOf('ineskrüger2026', ['', '', 'X', 'é'])).toBeUndefined();
});
