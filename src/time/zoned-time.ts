const DAY_MS = 86_400_000;
const MAX_DAYS = 20_000;
const MAX_INSTANT = 8.64e15;
const DIGIT = 0x30;
/** Does not match `GMT`, which is the text for UTC. */
const OFFSET = /GMT([+-])(\d\d):(\d\d)/;

interface Bytes {
  bytes(source: Uint8Array, start: number, end: number): void;
}

interface Offset {
  readonly milliseconds: number;
  readonly suffix: Buffer;
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
    this.clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  }

  /** Returns the shared instance of a zone. Throws if the name is not a zone. */
  static of(zone: string): ZonedTime {
    let time = this.zones.get(zone);
    if (!time) this.zones.set(zone, (time = new ZonedTime(zone)));
    return time;
  }

  static isZone(name: string): boolean {
    return resolvedZone(name) !== undefined;
  }

  /** Returns a zone in the case of the IANA database. Returns it unchanged if Intl resolves it to another name. */
  static inIanaCase(name: string): string {
    const zone = resolvedZone(name);
    return zone?.toLowerCase() === name.toLowerCase() ? zone : name;
  }

  format(instant: number): string {
    const { milliseconds, suffix } = offsetOn(this.dayOf(instant), instant);
    return new Date(instant + milliseconds).toISOString().slice(0, -1) + suffix.toString();
  }

  write(instant: number, to: Bytes): void {
    const day = this.dayOf(instant);
    const { milliseconds, suffix } = offsetOn(day, instant);
    const local = instant + milliseconds;
    const localDay = Math.floor(local / DAY_MS);
    const date = dateOf(day, localDay);
    setClock((local - localDay * DAY_MS) | 0); // marks the value as a small integer for V8
    to.bytes(date, 0, date.length);
    to.bytes(CLOCK, 0, CLOCK.length);
    to.bytes(suffix, 0, suffix.length);
  }

  /** Writes `YYYY-MM-DD`. */
  writeDay(instant: number, to: Bytes): void {
    const date = dateOf(this.dayOf(instant), this.dayAt(instant));
    to.bytes(date, 0, date.length - 1);
  }

  /** Returns the local day as a number of days since 1970. */
  dayAt(instant: number): number {
    return Math.floor((instant + this.offsetAt(instant)) / DAY_MS);
  }

  offsetAt(instant: number): number {
    return offsetOn(this.dayOf(instant), instant).milliseconds;
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
    let first = index * DAY_MS;
    let last = Math.min((index + 1) * DAY_MS - 1, MAX_INSTANT);
    const before = this.intlOffset(first);
    const after = this.intlOffset(last);
    const hasChange = before.milliseconds !== after.milliseconds;
    while (hasChange && last - first > 1) {
      const middle = Math.floor((first + last) / 2);
      if (this.intlOffset(middle).milliseconds === before.milliseconds) first = middle;
      else last = middle;
    }
    return { index, before, after, changesAt: last, dates: [undefined, undefined, undefined] };
  }

  /** Skips the seconds of an offset, because an ISO offset has none. */
  private intlOffset(instant: number): Offset {
    const [, sign, hours = '00', minutes = '00'] = OFFSET.exec(this.clock.format(instant)) ?? [];
    const size = (Number(hours) * 60 + Number(minutes)) * 60_000;
    const isNegative = sign === '-' && size > 0;
    const suffix = Buffer.from(`${isNegative ? '-' : '+'}${hours}:${minutes}`);
    return { milliseconds: isNegative ? -size : size, suffix };
  }
}

/** Excludes offsets such as +02:00, which only newer versions of Node accept as zones. */
function resolvedZone(name: string): string | undefined {
  if (!/^[A-Z]/i.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

function offsetOn({ before, after, changesAt }: Day, instant: number): Offset {
  return instant < changesAt ? before : after;
}

const dateOf = ({ index, dates }: Day, localDay: number): Uint8Array =>
  (dates[localDay - index + 1] ??= makeDate(localDay));

function makeDate(day: number): Uint8Array {
  const text = new Date(day * DAY_MS).toISOString();
  return Buffer.from(text.slice(0, text.indexOf('T') + 1));
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

const TIMESTAMP =
  /^(\d{4}-\d\d-(\d\d))T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/;

/** Between these instants the local year has four digits in every time zone. */
export const FIRST_INSTANT = -62_167_132_800_000; // 0000-01-02T00:00:00Z
export const LAST_INSTANT = 253_402_214_400_000; // 9999-12-31T00:00:00Z

/**
 * Parses an ISO 8601 timestamp with seconds and an offset to milliseconds since 1970, and truncates finer fractions.
 * Returns undefined for anything else, such as a day or an hour that does not exist.
 */
export function parseTimestamp(text: string): number | undefined {
  const [, date = '', day] = TIMESTAMP.exec(text) ?? [];
  // `Date` takes February 30 as March 2
  const exists = new Date(`${date}T00:00Z`).getUTCDate() === Number(day);
  // V8 misreads long fractions that begin with zeros
  const instant = exists ? Date.parse(text.replace(/(\.\d{3})\d+/, '$1')) : NaN;
  return Number.isNaN(instant) ? undefined : instant;
}
