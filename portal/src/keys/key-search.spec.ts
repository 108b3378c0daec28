import { isKeyFound } from './key-search.js';

const key = {
  id: '49917c4e-4996-4f2b-a499-000000000499',
  application: 'Bulk 12',
  key_hint: 'cda_Abcd…wxyz',
};
const isFound = (search: string) => isKeyFound(key, search, ['Device list']);

it.each(['bulk', 'BULK 12', 'bulk list', 'abcd', '49917c4e', key.id, ` ${key.id.toUpperCase()} `, ''])(
  'finds a key by %j',
  (search) => expect(isFound(search)).toBe(true),
);

it.each(['bulk 499', '499', '4996', '000000000499', 'bulk 49917c4e', 'night'])(
  'does not find it by %j, though its id may have that in it',
  (search) => expect(isFound(search)).toBe(false),
);
