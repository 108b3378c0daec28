import { SCOPES as OFFERED } from '../../portal/src/api/types.js';
import { keys as german } from '../../portal/src/texts/de/keys.js';
import { keys as english } from '../../portal/src/texts/en/keys.js';
import { joinScopes, SCOPE_NAMES, splitScopes } from './scopes.js';

it('lists the scopes of the specification, in its order', () => {
  expect(SCOPE_NAMES).toEqual([
    'device:GetList',
    'device:GetDetail',
    'device:GetDataUsage',
    'device:GetScreenTime',
    'device:GetApplication',
    'device:GetLocation',
  ]);
});

it('matches the scopes of the portal, in the same order and in both languages', () => {
  expect(OFFERED).toEqual(SCOPE_NAMES);
  for (const { scopes } of [english, german]) expect(Object.keys(scopes)).toEqual(SCOPE_NAMES);
});

it('stores scopes in the order of the specification, each once, and reads them back', () => {
  const text = joinScopes(['device:GetLocation', 'device:GetList', 'device:GetLocation']);
  expect(text).toBe('device:GetList device:GetLocation');
  expect(splitScopes(text)).toEqual(['device:GetList', 'device:GetLocation']);
});

it.each(['', 'device:getlist', 'device:GetEverything toString', '__proto__ constructor'])(
  'reads no scopes from %j',
  (text) => {
    expect(splitScopes(text)).toEqual([]);
  },
);
