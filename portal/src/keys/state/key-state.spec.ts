import { DAY_MS, hasOldKey, isInState, isKeyFound, KEY_STATES, type KeyStateFields } from './key-state.js';

const NOW = Date.parse('2026-04-10T12:00:00.000+02:00');
const inDays = (days: number): string => new Date(NOW + days * DAY_MS).toISOString();

const key: KeyStateFields = {
  created_at: inDays(-1),
  last_used_at: inDays(0),
  expires_at: null,
  paused: false,
  old_key_until: null,
};

it.each<[Partial<KeyStateFields>, string[]]>([
  [{}, []],
  [{ expires_at: inDays(13.9) }, ['expiring']],
  [{ expires_at: inDays(14.1) }, []],
  [{ expires_at: inDays(0) }, ['expired']],
  [{ expires_at: inDays(-400), paused: true }, ['expired', 'paused']],
  [{ last_used_at: null }, ['neverUsed']],
  [{ last_used_at: null, created_at: inDays(-91) }, ['neverUsed', 'unused']],
  [{ last_used_at: inDays(-91), created_at: inDays(-200) }, ['unused']],
  [{ last_used_at: inDays(-89), created_at: inDays(-200) }, []],
])('a key with %j is %j', (more, states) => {
  expect(KEY_STATES.filter((state) => isInState({ ...key, ...more }, state, NOW))).toEqual(states);
});

it('has an old key until it expires', () => {
  expect(hasOldKey({ ...key, old_key_until: inDays(1) }, NOW)).toBe(true);
  expect(hasOldKey({ ...key, old_key_until: inDays(0) }, NOW)).toBe(false);
  expect(hasOldKey(key, NOW)).toBe(false);
});

const searched = {
  id: '49917c4e-4996-4f2b-a499-000000000499',
  application: 'Bulk 12',
  key_hint: 'cda_Abcd…wxyz',
};
const isFound = (search: string) => isKeyFound(searched, search, ['Device list']);

it.each([
  'bulk',
  'BULK 12',
  'bulk list',
  'abcd',
  '49917c4e',
  searched.id,
  ` ${searched.id.toUpperCase()} `,
  '',
])('finds a key by %j', (search) => expect(isFound(search)).toBe(true));

it.each(['bulk 499', '499', '4996', '000000000499', 'bulk 49917c4e', 'night'])(
  'does not find a key by %j, even if its id contains it',
  (search) => expect(isFound(search)).toBe(false),
);
