import type { EntityManager } from 'typeorm';
import { databaseNow } from '../../database/engine/engine.js';
import { invalidParameters } from '../../http/api-error.js';
import { parseTimestamp } from '../../time/zoned-time.js';

const DAY_MS = 86_400_000;

/**
 * The instant at which a key is to end, null for never. `current` is the end that an entry has already: one that stays as it is is
 * always good. Another one lies ahead by the database's clock, which is the one that ends keys, and not further than MAX_KEY_DAYS.
 */
export async function readEnd(
  manager: EntityManager,
  mostDays: number | undefined,
  text: string | null | undefined,
  current?: number | null,
): Promise<number | null> {
  const end = typeof text === 'string' ? (parseTimestamp(text) ?? NaN) : null;
  if (current !== undefined && (text === undefined || end === current)) return current;
  if (end === null) {
    if (mostDays !== undefined) throw refused(`is required: at most ${mostDays} days ahead`);
    return null;
  }
  const now = await databaseNow(manager);
  if (!(end > now)) throw refused('should lie ahead');
  if (mostDays !== undefined && end > now + mostDays * DAY_MS)
    throw refused(`should be at most ${mostDays} days ahead`);
  return end;
}

const refused = (detail: string): Error => invalidParameters([{ parameter: 'expires_at', detail }]);
