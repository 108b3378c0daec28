import { invalidParameters } from '../../http/errors/api-error.js';
import { parseTimestamp } from '../../time/read-time.js';

const DAY_MS = 86_400_000;

interface Circumstances {
  /** By the database's clock, which is the one that ends keys. */
  readonly now: number;
  /** MAX_KEY_DAYS. */
  readonly mostDays: number | undefined;
  /** The end that the entry has; undefined where there is no entry yet. */
  readonly current?: number | null;
}

/**
 * The instant at which a key is to end, null for never. An end that stays as it is is always good; another one lies ahead, and not
 * further than MAX_KEY_DAYS.
 */
export function readEnd(
  text: string | null | undefined,
  { now, mostDays, current }: Circumstances,
): number | null {
  const end = typeof text === 'string' ? (parseTimestamp(text) ?? NaN) : null;
  if (current !== undefined && end === current) return end;
  if (end === null) {
    if (mostDays !== undefined) throw refused(`is required: at most ${mostDays} days ahead`);
    return null;
  }
  if (!(end > now)) throw refused('should lie ahead');
  if (mostDays !== undefined && end > now + mostDays * DAY_MS)
    throw refused(`should be at most ${mostDays} days ahead`);
  return end;
}

const refused = (detail: string): Error => invalidParameters([{ parameter: 'expires_at', detail }]);
