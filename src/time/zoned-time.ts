const DAY_MS = 86_400_000;
const MAX_DAYS = 20_000;
const MAX_INSTANT = 8.64e15;
const DIGIT = 0x30;

interface Bytes {
  bytes(source: Uint8Array, start: number, end: number): void;
}

interface Offset {
  readonly milliseconds: number;
  readonly suffix: Uint8Array;
}

/** A UTC day. No zone has ever changed its offset twice in one. */
interface Day {
  readonly index: number;
  readonly before: Offset;
  readonly after: Offset;
  readonly changesAt: number;
  /** `2026-03-29T` for the previous, the same and the next local day. */
  readonly dates: (Uint8Array | undefined)[];
}

/**
 * Formats instants in one time zone as ISO 8601 with milliseconds and a numeric offset, never `Z`. Caches days, because
 * a long response contains millions of instants.
 */
export class ZonedTime {
  private static readonly zones = new Map<string, ZonedTime>();

  private readonly clock: Intl.DateTimeFormat;
  private readonly days = new Map<number, Day>();
  private last: Day | undefined;

  private constructor(zone: string) {
    this.clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** Returns the shared instance of a zone. Throws if the name is not a zone. */
  static of(zone: string): ZonedTime {
    let time = this.zones.get(zone);
    if (!time) this.zones.set(zone, (time = new ZonedTime(zone)));
    return time;
  }

  /** Excludes offsets such as +02:00, which only newer versions of Node accept as zones. */
  static isZone(name: string): boolean {
    if (!/^[A-Z]/i.test(name)) return false;
    try {
      ZonedTime.of(name);
      return true;
    } catch {
      return false;
    }
  }

  format(instant: number): string {
    const { milliseconds } = offsetOn(this.dayOf(instant), instant);
    return new Date(instant + milliseconds).toISOString().slice(0, -1) + suffixOf(milliseconds);
  }

  write(instant: number, to: Bytes): void {
    const day = this.dayOf(instant);
    const { milliseconds, suffix } = offsetOn(day, instant);
    const local = instant + milliseconds;
    const localDay = Math.floor(local / DAY_MS);
    const date = (day.dates[localDay - day.index + 1] ??= makeDate(localDay));
    setClock((local - localDay * DAY_MS) | 0); // marks the value as a small integer for V8
    to.bytes(date, 0, date.length);
    to.bytes(CLOCK, 0, CLOCK.length);
    to.bytes(suffix, 0, suffix.length);
  }

  offsetAt(instant: number): number {
    return offsetOn(this.dayOf(instant), instant).milliseconds;
  }

  /** Truncates the offset to whole minutes, because an ISO offset has no seconds. */
  private intlOffset(instant: number): number {
    const part: Record<string, string> = {};
    for (const { type, value } of this.clock.formatToParts(instant)) part[type] = value;
    const year = part.era === 'BC' ? 1 - Number(part.year) : Number(part.year);
    const local = new Date(0);
    local.setUTCFullYear(year, Number(part.month) - 1, Number(part.day));
    local.setUTCHours(Number(part.hour), Number(part.minute), Number(part.second));
    const wholeSecond = Math.floor(instant / 1000) * 1000;
    return Math.trunc((local.getTime() - wholeSecond) / 60_000) * 60_000;
  }

  private dayOf(instant: number): Day {
    const index = Math.floor(instant / DAY_MS);
    if (this.last?.index === index) return this.last;
    let day = this.days.get(index);
    if (!day) {
      if (this.days.size >= MAX_DAYS) this.days.clear();
      this.days.set(index, (day = this.makeDay(index)));
    }
    return (this.last = day);
  }

  private makeDay(index: number): Day {
    let [first, last] = [index * DAY_MS, Math.min((index + 1) * DAY_MS - 1, MAX_INSTANT)];
    const before = makeOffset(this.intlOffset(first));
    const after = makeOffset(this.intlOffset(last));
    const dates = [undefined, undefined, undefined];
    if (before.milliseconds === after.milliseconds) return { index, before, after, changesAt: first, dates };
    while (last - first > 1) {
      const middle = Math.floor((first + last) / 2);
      if (this.intlOffset(middle) === before.milliseconds) first = middle;
      else last = middle;
    }
    return { index, before, after, changesAt: last, dates };
  }
}

function offsetOn({ before, after, changesAt }: Day, instant: number): Offset {
  return instant < changesAt ? before : after;
}

function makeOffset(milliseconds: number): Offset {
  return { milliseconds, suffix: Buffer.from(suffixOf(milliseconds)) };
}

function makeDate(day: number): Uint8Array {
  const text = new Date(day * DAY_MS).toISOString();
  return Buffer.from(text.slice(0, text.indexOf('T') + 1));
}

function suffixOf(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${offset < 0 ? '-' : '+'}${hours ?? ''}:${rest ?? ''}`;
}

const CLOCK = Buffer.from('00:00:00.000');

function setClock(milliseconds: number): void {
  const seconds = (milliseconds / 1000) | 0;
  const minutes = (seconds / 60) | 0;
  const hours = (minutes / 60) | 0;
  const rest = milliseconds - seconds * 1000;
  const hundredths = (rest / 10) | 0;
  setTwo(0, hours);
  setTwo(3, minutes - hours * 60);
  setTwo(6, seconds - minutes * 60);
  setTwo(9, hundredths);
  CLOCK[11] = DIGIT + rest - hundredths * 10;
}

function setTwo(at: number, value: number): void {
  const tens = (value / 10) | 0;
  CLOCK[at] = DIGIT + tens;
  CLOCK[at + 1] = DIGIT + value - tens * 10;
}

const TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})\d*)?(?:Z|([+-])(\d\d):?(\d\d))$/;
/** Period after which the Gregorian calendar repeats, including weekdays. */
const FOUR_CENTURIES_MS = 146_097 * 86_400_000;

/** Between these instants the local year has four digits in every time zone. */
export const FIRST_INSTANT = -62_167_132_800_000; // 0000-01-02T00:00:00Z
export const LAST_INSTANT = 253_402_214_400_000; // 9999-12-31T00:00:00Z

/**
 * Parses an ISO 8601 timestamp with seconds and an offset to milliseconds since 1970, and truncates finer fractions.
 * Returns undefined for anything else, such as a day or an hour that does not exist.
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
  // Date.UTC maps the years 0 to 99 to 1900 to 1999.
  const local =
    Date.UTC(+year + 400, +month - 1, +day, +hour, +minute, +second, +fraction.padEnd(3, '0')) -
    FOUR_CENTURIES_MS;
  const date = new Date(local);
  const exists = date.getUTCDate() === +day && date.getUTCMonth() === +month - 1;
  if (!exists) return undefined;
  const offset = (+offsetHours * 60 + +offsetMinutes) * 60_000;
  return sign === '-' ? local + offset : local - offset;
}
