import { statSync } from 'node:fs';
import { join } from 'node:path';
import { COMMON_PASSWORDS } from './common-passwords.js';
import { PasswordHashes, PRODUCTION_COST, weaknessOf } from './password-hashes.js';

const PASSWORD = 'correct horse battery';

describe('The stored form of a password', () => {
  const hashes = new PasswordHashes(PRODUCTION_COST);
  let stored: string;

  beforeAll(async () => {
    stored = await hashes.make(PASSWORD, []);
  });

  it('contains the cost of production and a new salt each time', async () => {
    expect(stored).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
    expect(await hashes.make(PASSWORD, [])).not.toBe(stored);
  });

  it('matches its password and no other', async () => {
    expect(await hashes.matches(PASSWORD, stored)).toBe(true);
    expect(await hashes.matches(`${PASSWORD} `, stored)).toBe(false);
  });

  it('matches the same characters in any Unicode form', async () => {
    const composed = await hashes.make('pass\u00f6rter und so', []);
    expect(await hashes.matches('passo\u0308rter und so', composed)).toBe(true);
  });

  it('is checked at its own cost', async () => {
    // RFC 7914, section 12 (N = 2^14, r = 8, p = 1): the first 32 bytes
    const hash = Buffer.from('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2', 'hex');
    const salt = Buffer.from('SodiumChloride').toString('base64url');
    const old = `$scrypt$ln=14,r=8,p=1$${salt}$${hash.toString('base64url')}`;
    expect(await hashes.matches('pleaseletmein', old)).toBe(true);
  });

  it('matches nothing if it is missing', async () => {
    expect(await hashes.matches(PASSWORD, undefined)).toBe(false);
  });

  it('refuses requests that would wait too long', async () => {
    const attempts = Array.from({ length: 10 }, () => hashes.matches(PASSWORD, undefined));
    const settled = await Promise.allSettled(attempts);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    expect(await hashes.matches(PASSWORD, stored)).toBe(true);
  });
});

describe('weaknessOf', () => {
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

  it.each(['!!!!!!!!!!!!', 'aaaaAAAAaaaa', 'abcdabcdabcd', 'ＡaＢb ＡaＢb ＡaＢb'])(
    'refuses %j, which has fewer than 5 different characters',
    (password) => {
      expect(weaknessOf(password, [])).toBe('The password has fewer than 5 different characters.');
    },
  );

  it.each([
    'correct horse battery',
    'a few words in a row',
    'ines reads novels',
    'x7!kQ_92mZ$4',
    '904857203948',
    'Ab!c Ab!c Ab!c',
    'password of the week',
  ])('accepts %j', (password) => {
    expect(weaknessOf(password, NAMES)).toBeUndefined();
  });

  it('accepts any password if there are no names', () => {
    expect(weaknessOf('ineskrüger2026', ['', '', 'X', 'é'])).toBeUndefined();
  });
});
