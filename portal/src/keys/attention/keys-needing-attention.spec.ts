import type { ApiKey, KeyCall } from '../../api/types.js';
import { expiringKeys, failingKeys } from './keys-needing-attention.js';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString();
const aKey = (id: string, key: Partial<ApiKey> = {}): ApiKey => ({ id, expires_at: null, ...key }) as ApiKey;
const aCall = (id: string, call: Partial<KeyCall> = {}): KeyCall =>
  ({ api_key_id: id, called_at: inHours(-1), code: 'invalid_parameter', ...call }) as KeyCall;

it('lists keys that expire within 14 days, the next one first', () => {
  const keys = [
    aKey('later', { expires_at: inHours(200) }),
    aKey('never'),
    aKey('soon', { expires_at: inHours(2) }),
    aKey('expired', { expires_at: inHours(-2) }),
    aKey('far', { expires_at: inHours(400) }),
  ];
  expect(expiringKeys(keys, NOW).map(({ id }) => id)).toEqual(['soon', 'later']);
});

it('counts the failed calls of the last day per key, except those for unknown devices and of deleted keys', () => {
  const calls = [
    aCall('few'),
    ...Array.from({ length: 3 }, () => aCall('many')),
    aCall('old', { called_at: inHours(-25) }),
    aCall('unknown device', { code: 'device_not_found' }),
    aCall('deleted'),
  ];
  const keys = ['few', 'many', 'old', 'unknown device'].map((id) => aKey(id));
  expect(failingKeys(keys, calls, NOW).map(({ key, calls: number }) => [key.id, number])).toEqual([
    ['many', 3],
    ['few', 1],
  ]);
});
