const DAY_MS = 86_400_000;
const QUARTER_MS = 15 * 60_000;
/** Of each kind kept. */
const MOST_KEPT = 20_000;
/** The last that JavaScript can name; the first is its opposite. */
const LAST_INSTANT = 8.64e15;
const DIGIT = 0x30;

/** Where JSON goes as bytes. */
interface Bytes {
  bytes(source: Uint8Array, start: number, end: number): void;
}

/**
 * Renders instants in one time zone: ISO 8601 with milliseconds and a numeric offset, never `Z`.
 * Offsets come from Intl; what days share is kept, because a long answer renders millions of instants.
 */
export class ZonedTime {
  private static readonly zones = new Map<string, ZonedTime>();

  private readonly clock: Intl.DateTimeFormat;
  /** The offset of the days (of UTC) on which it does not change. */
  private readonly offsetsOfDays = new Map<number, number | undefined>();
  /** The same for quarters of an hour, on the days on which it does. */
  private readonly offsetsOfQuarters = new Map<number, number | undefined>();
  /** `"2026-03-29T`, by the day of the zone. */
  private readonly dates = new Map<number, Uint8Array>();
  /** `+02:00"` */
  private readonly suffixes = new Map<number, Uint8Array>();
  private lastDay = NaN;
  private lastOffset: number | undefined;
  private lastDate: { readonly day: number; readonly bytes: Uint8Array } | undefined;

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

  /** The one instance of a zone, so that every request shares what was worked out. Throws on a name that is no zone. */
  static of(zone: string): ZonedTime {
    let time = this.zones.get(zone);
    if (!time) this.zones.set(zone, (time = new ZonedTime(zone)));
    return time;
  }

  static isZone(name: string): boolean {
    try {
      ZonedTime.of(name);
      return true;
    } catch {
      return false;
    }
  }

  /** The instant (milliseconds since 1970) as text. */
  format(instant: number): string {
    const offset = this.offsetOf(instant);
    return new Date(instant + offset).toISOString().slice(0, -1) + suffixOf(offset);
  }

  /** The same as a JSON string, without making text of it. */
  write(instant: number, json: Bytes): void {
    const offset = this.offsetOf(instant);
    const local = instant + offset;
    const day = Math.floor(local / DAY_MS);
    const date = day === this.lastDate?.day ? this.lastDate.bytes : this.dateOf(day);
    setClock((local - day * DAY_MS) | 0); // small, and so that V8 knows
    json.bytes(date, 0, date.length);
    json.bytes(CLOCK, 0, CLOCK.length);
    const suffix = this.suffixes.get(offset) ?? this.keepSuffix(offset);
    json.bytes(suffix, 0, suffix.length);
  }

  /** Local time minus UTC at an instant, in milliseconds, cut to whole minutes: an ISO offset has no seconds. */
  offsetAt(instant: number): number {
    const part: Record<string, string> = {};
    for (const { type, value } of this.clock.formatToParts(instant)) part[type] = value;
    const year = part.era === 'BC' ? 1 - Number(part.year) : Number(part.year);
    const local = new Date(0);
    local.setUTCFullYear(year, Number(part.month) - 1, Number(part.day));
    local.setUTCHours(Number(part.hour), Number(part.minute), Number(part.second));
    const wholeSecond = Math.floor(instant / 1000) * 1000;
    return Math.trunc((local.getTime() - wholeSecond) / 60_000) * 60_000;
  }

  private offsetOf(instant: number): number {
    const day = Math.floor(instant / DAY_MS);
    if (day !== this.lastDay) {
      this.lastOffset = this.keptOffset(this.offsetsOfDays, day, DAY_MS);
      this.lastDay = day;
    }
    return (
      this.lastOffset ??
      this.keptOffset(this.offsetsOfQuarters, Math.floor(instant / QUARTER_MS), QUARTER_MS) ??
      this.offsetAt(instant)
    );
  }

  private keptOffset(
    kept: Map<number, number | undefined>,
    index: number,
    length: number,
  ): number | undefined {
    if (!kept.has(index)) keep(kept, index, this.constantOffset(index * length, length));
    return kept.get(index);
  }

  /** Undefined where the offset changes. No zone ever changed it and took it back within a few hours. */
  private constantOffset(start: number, length: number): number | undefined {
    const [first = 0, ...others] = [0, length / 4, length / 2, (length / 4) * 3, length - 1].map((later) =>
      this.offsetAt(Math.max(-LAST_INSTANT, Math.min(start + later, LAST_INSTANT))),
    );
    return others.every((offset) => offset === first) ? first : undefined;
  }

  private dateOf(day: number): Uint8Array {
    const bytes = this.dates.get(day) ?? keep(this.dates, day, makeDate(day));
    this.lastDate = { day, bytes };
    return bytes;
  }

  private keepSuffix(offset: number): Uint8Array {
    return keep(this.suffixes, offset, Buffer.from(`${suffixOf(offset)}"`));
  }
}

function keep<Kept>(map: Map<number, Kept>, index: number, value: Kept): Kept {
  if (map.size >= MOST_KEPT) map.clear();
  map.set(index, value);
  return value;
}

function makeDate(day: number): Uint8Array {
  const text = new Date(day * DAY_MS).toISOString();
  return Buffer.from(`"${text.slice(0, text.indexOf('T') + 1)}`);
}

function suffixOf(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${offset < 0 ? '-' : '+'}${hours ?? ''}:${rest ?? ''}`;
}

/** The time of the instant that is being written. */
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
