export const HOUR = 3_600_000;
export const MINUTE = 60_000;

const DAYS = 30;

export interface PastTime {
  readonly daysBefore: number;
  readonly time: string;
}

export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 24 * HOUR).toISOString().slice(0, 10);
}

/** Returns 0 for Sunday. */
export function weekday(day: string): number {
  return new Date(day).getUTCDay();
}

export class LocalClock {
  readonly days: readonly string[];
  readonly lastDay: string;
  private readonly format: Intl.DateTimeFormat;
  private readonly offsets = new Map<number, { milliseconds: number; text: string }>();

  constructor(zone: string, now: Date) {
    this.format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    const today = this.iso(now.getTime()).slice(0, 10);
    this.days = Array.from({ length: DAYS }, (_, at) => daysAfter(today, at - DAYS));
    this.lastDay = daysAfter(today, -1);
  }

  /** Returns the time at which the clocks of the zone show this many minutes past midnight. */
  at(day: string, minutes: number): number {
    const wallTime = Date.parse(day) + minutes * MINUTE;
    // corrects the guess on days when the offset changes
    const guess = wallTime - this.offset(wallTime).milliseconds;
    return Math.round(wallTime - this.offset(guess).milliseconds);
  }

  ago({ daysBefore, time }: PastTime): number {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return this.at(daysAfter(this.lastDay, -daysBefore), hours * 60 + minutes);
  }

  startOf(day: string): number {
    return this.at(day, 0);
  }

  endOf(day: string): number {
    return this.at(daysAfter(day, 1), 0) - 1;
  }

  iso(instant: number): string {
    const offset = this.offset(instant);
    return new Date(instant + offset.milliseconds).toISOString().slice(0, -1) + offset.text;
  }

  /** Caches one offset per UTC hour, because Intl is slow and offsets change on a full hour. */
  private offset(instant: number): { milliseconds: number; text: string } {
    const hour = Math.floor(instant / HOUR);
    const known = this.offsets.get(hour);
    if (known) return known;
    const part = this.format.formatToParts(hour * HOUR).find(({ type }) => type === 'timeZoneName');
    // Intl writes UTC as plain GMT
    const text = (part?.value ?? '').replace(/^GMT$/, 'GMT+00:00').slice('GMT'.length);
    const [hours = 0, minutes = 0] = text.slice(1).split(':').map(Number);
    const milliseconds = (hours * HOUR + minutes * MINUTE) * (text.startsWith('-') ? -1 : 1);
    const offset = { milliseconds, text };
    this.offsets.set(hour, offset);
    return offset;
  }
}
