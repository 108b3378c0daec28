const TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})\d*)?(?:Z|([+-])(\d\d):?(\d\d))$/;
/** The Gregorian calendar repeats after so long, weekdays included. */
const FOUR_CENTURIES_MS = 146_097 * 86_400_000;

/** Within these instants the local year has four digits in every time zone: an answer can show it. */
export const FIRST_INSTANT = -62_167_132_800_000; // 0000-01-02T00:00:00Z
export const LAST_INSTANT = 253_402_214_400_000; // 9999-12-31T00:00:00Z

/**
 * The instant of an ISO 8601 timestamp with seconds and an offset, in milliseconds since 1970; what is finer is cut.
 * Undefined for anything else, a day or an hour that does not exist included.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = TIMESTAMP.exec(text);
  if (!match) return undefined;
  const [, year = '', month = '', day = '', hour = '', minute = '', second = ''] = match;
  const [fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] = match.slice(7) as (
    string | undefined
  )[];
  if (+hour > 23 || +minute > 59 || +second > 59) return undefined;
  if (+offsetHours > 23 || +offsetMinutes > 59) return undefined;
  // Date.UTC takes the years 0 to 99 for 1900 to 1999
  const local =
    Date.UTC(+year + 400, +month - 1, +day, +hour, +minute, +second, +fraction.padEnd(3, '0')) -
    FOUR_CENTURIES_MS;
  const date = new Date(local);
  const exists = date.getUTCDate() === +day && date.getUTCMonth() === +month - 1; // else it is one of another month
  if (!exists) return undefined;
  const offset = (+offsetHours * 60 + +offsetMinutes) * 60_000;
  return sign === '-' ? local + offset : local - offset;
}
