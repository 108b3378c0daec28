import { hashesOf, newKey } from '../../auth/key-format.js';
import { RememberedHashes } from './remembered-hashes.js';

const PEPPERS = ['one pepper of many characters', 'another pepper'];
const keys = Array.from({ length: 5 }, newKey);

test('are those of each key, the first time and later, also where there is no room for all', () => {
  const hashes = new RememberedHashes(PEPPERS, 3);
  for (const key of [...keys, ...keys, ...keys.toReversed()])
    expect(hashes.of(key)).toEqual(hashesOf(key, PEPPERS));
});

test('are made once for a key that comes again', () => {
  const hashes = new RememberedHashes(PEPPERS);
  const [key = ''] = keys;
  expect(hashes.of(key)).toBe(hashes.of(key));
});

test('are none of what is no key', () => {
  const hashes = new RememberedHashes(PEPPERS);
  for (const text of ['', 'cda_', `${keys[0]}x`, keys[0]?.toLowerCase() ?? ''])
    expect([hashes.of(text), hashes.of(text)]).toEqual([[], []]);
});
