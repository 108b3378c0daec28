import { hashKey, isWellFormedKey, keyHint, newKey } from './key-format.js';

/** Calculated with Python: zlib.crc32 of the characters before, in base 62 (digits, capitals, small letters). */
const VECTORS = [
  {
    key: 'cda_00000000000000000000000000000000000000000003Zlhx9',
    hash: 'e83d13fa06c0376f95cedac5cedaf94425ec757e597fde9fa59ba691b2fbe2d6',
  },
  {
    key: 'cda_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789zzzzzzz48Becn',
    hash: '0bd9ebb2df3b13235fabd45d17d6412ee7033b14176d96700421e5efa1fe5259',
  },
  {
    key: 'cda_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz2vqoEQ',
    hash: 'fcccb5d503bb6b2942469cba8b4dce4dc0299cf585bc847910f82fba63fd72ae',
  },
];
const PEPPER = 'pepper-pepper-pepper-pepper-pepper';
const { key: KEY } = VECTORS[1]!;

it.each(VECTORS)('accepts the form of $key, and hashes it under the pepper', ({ key, hash }) => {
  expect(isWellFormedKey(key)).toBe(true);
  expect(hashKey(key, PEPPER)).toBe(hash);
  expect(hashKey(key, `${PEPPER}x`)).not.toBe(hash);
});

it('generates a different well-formed key each time', () => {
  const keys = Array.from({ length: 200 }, newKey);
  for (const key of keys) {
    expect(key).toMatch(/^cda_[0-9A-Za-z]{49}$/);
    expect(isWellFormedKey(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(keys.length);
});

it('refuses a key with any one character changed', () => {
  for (let at = 0; at < KEY.length; at++) {
    const other = KEY[at] === 'x' ? 'y' : 'x';
    expect(isWellFormedKey(KEY.slice(0, at) + other + KEY.slice(at + 1))).toBe(false);
  }
});

it('refuses a key with two neighboring characters swapped', () => {
  for (let at = 4; at < KEY.length - 1; at++) {
    if (KEY[at] === KEY[at + 1]) continue;
    const swapped = KEY.slice(0, at) + KEY.slice(at + 1, at + 2) + KEY.slice(at, at + 1) + KEY.slice(at + 2);
    expect(isWellFormedKey(swapped)).toBe(false);
  }
});

it.each([
  '',
  'cda_',
  KEY.slice(0, -1),
  `${KEY}0`,
  ` ${KEY}`,
  `${KEY}\n`,
  KEY.toLowerCase(),
  KEY.replace('cda_', 'cdb_'),
])('refuses %j', (text) => {
  expect(isWellFormedKey(text)).toBe(false);
});

it('shows the first and the last few characters of a key as its hint', () => {
  expect(keyHint(KEY)).toBe('cda_AbCd…Becn');
});
