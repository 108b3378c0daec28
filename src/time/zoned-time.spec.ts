import fc from 'fast-check';
import { ZonedTime, FIRST_INSTANT, LAST_INSTANT, parseTimestamp } from './zoned-time.js';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Monrovia',
  'Asia/Tehran',
  'Pacific/Kiritimati',
];

const SPELLED = new Map(
  ZONES.map((zone) => [
    zone,
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }),
  ]),
);

/** Formats with Intl only, independent of the product code. */
function spelledOut(instant: number, zone: string): string {
  const name =
    SPELLED.get(zone)!
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, offset = '+00:00'] = /^GMT([+-]\d\d:\d\d)?/.exec(name) ?? [];
  const [hours, minutes] = offset.slice(1).split(':').map(Number) as [number, number];
  const shift = (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
  const sign = shift < 0 ? '-' : '+'; // less than a minute west of UTC is `+`
  return new Date(instant + shift).toISOString().replace('Z', `${sign}${offset.slice(1)}`);
}

describe.each(ZONES)('In %s', (zone) => {
  it.each([
    ['our time', Date.UTC(1970, 0, 1), Date.UTC(2040, 0, 1)],
    ['the time of local mean times', Date.UTC(1840, 0, 1), Date.UTC(1970, 0, 1)],
    ['the time before', Date.parse('0001-01-02T00:00:00Z'), Date.UTC(1840, 0, 1)],
  ])('renders any instant of %s like Intl', (_name, min, max) => {
    fc.assert(
      fc.property(fc.integer({ min, max }), (instant) => {
        expect(ZonedTime.of(zone).format(instant)).toBe(spelledOut(instant, zone));
      }),
      { numRuns: 150 },
    );
  });

  it('renders the minutes around every clock change of a year like Intl', () => {
    const hour = 3_600_000;
    const time = ZonedTime.of(zone);
    for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2027, 0, 1); day += 24 * hour) {
      if (time.offsetAt(day) === time.offsetAt(day + 24 * hour)) continue;
      for (let instant = day - 2; instant <= day + 24 * hour; instant += 4 * 59_999)
        expect(time.format(instant)).toBe(spelledOut(instant, zone));
    }
  });
});

it.each([
  ['2026-03-29T00:59:59.999Z', 'Europe/Berlin', '2026-03-29T01:59:59.999+01:00'],
  ['2026-03-29T01:00:00.000Z', 'Europe/Berlin', '2026-03-29T03:00:00.000+02:00'],
  ['2026-10-25T00:59:59.999Z', 'Europe/Berlin', '2026-10-25T02:59:59.999+02:00'],
  ['2026-10-25T01:00:00.000Z', 'Europe/Berlin', '2026-10-25T02:00:00.000+01:00'],
  ['1985-12-31T18:29:59.999Z', 'Asia/Kathmandu', '1985-12-31T23:59:59.999+05:30'],
  ['1985-12-31T18:30:00.000Z', 'Asia/Kathmandu', '1986-01-01T00:15:00.000+05:45'],
  ['1970-01-01T00:00:00.000Z', 'UTC', '1970-01-01T00:00:00.000+00:00'],
  ['1969-12-31T23:59:59.999Z', 'UTC', '1969-12-31T23:59:59.999+00:00'],
  ['1890-01-01T00:00:00.000Z', 'Europe/Berlin', '1890-01-01T00:53:00.000+00:53'],
  ['1582-10-04T00:00:00.000Z', 'UTC', '1582-10-04T00:00:00.000+00:00'], // before the Gregorian calendar
])('renders %s in %s as %s', (instant, zone, text) => {
  expect(ZonedTime.of(zone).format(Date.parse(instant))).toBe(text);
});

it('renders the same instants identically in any order, for any number of days', () => {
  const time = ZonedTime.of('Europe/Berlin');
  const step = 14 * 3_600_000 + 7; // more days than the cache keeps
  const instants = Array.from({ length: 45_000 }, (_, at) => Date.UTC(2026, 0, 1) + at * step);
  const forwards = instants.map((instant) => time.format(instant));
  const backwards = instants.reverse().map((instant) => time.format(instant));
  expect(backwards.reverse()).toEqual(forwards);
  expect(forwards.map((text) => Date.parse(text))).toEqual(instants.reverse());
});

it('has one instance per zone, and rejects invalid names of zones', () => {
  expect(ZonedTime.of('UTC')).toBe(ZonedTime.of('UTC'));
  expect(ZonedTime.isZone('Asia/Kathmandu')).toBe(true);
  for (const name of ['', 'Nowhere/Land', 'Europe/Berlin ', 'DROP TABLE', '+02:00'])
    expect(ZonedTime.isZone(name)).toBe(false);
  expect(() => ZonedTime.of('Nowhere/Land')).toThrow(RangeError);
});

it('does not cache every spelling that it checks', () => {
  const { zones } = ZonedTime as unknown as { zones: ReadonlyMap<string, unknown> };
  const before = zones.size;
  for (const name of ['eUROPE/Berlin', 'EuROPE/Berlin']) {
    expect(ZonedTime.isZone(name)).toBe(true);
    expect(ZonedTime.inIanaCase(name)).toBe('Europe/Berlin');
  }
  expect(zones.size).toBe(before);
});

it.each([
  ['europe/berlin', 'Europe/Berlin'],
  ['AMERICA/PORT-AU-PRINCE', 'America/Port-au-Prince'],
  ['utc', 'UTC'],
  ['Etc/UTC', 'Etc/UTC'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
  ['US/Pacific', 'US/Pacific'],
  ['nowhere/land', 'nowhere/land'],
  ['', ''],
])('writes the zone %j as %j', (name, written) => {
  expect(ZonedTime.inIanaCase(name)).toBe(written);
});

describe('parseTimestamp', () => {
  it.each([
    ['2026-03-29T08:15:30.123+02:00', '2026-03-29T06:15:30.123Z'],
    ['2026-03-29T08:15:30+0200', '2026-03-29T06:15:30.000Z'],
    ['2026-03-29T08:15:30-05:30', '2026-03-29T13:45:30.000Z'],
    ['2026-03-29T08:15:30Z', '2026-03-29T08:15:30.000Z'],
    ['2026-03-29T08:15:30-00:00', '2026-03-29T08:15:30.000Z'],
    ['2026-03-29T08:15:30.5Z', '2026-03-29T08:15:30.500Z'],
    ['2026-03-29T08:15:30.05Z', '2026-03-29T08:15:30.050Z'],
    ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['1969-12-31T23:59:59.250Z', '1969-12-31T23:59:59.250Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00.000Z'],
    ['9999-12-31T00:00:00Z', '9999-12-31T00:00:00.000Z'],
  ])('reads %s', (text, instant) => {
    expect(parseTimestamp(text)).toBe(Date.parse(instant));
  });

  it('truncates times below a millisecond', () => {
    expect(parseTimestamp('2026-03-29T08:15:30.123999999Z')).toBe(Date.parse('2026-03-29T08:15:30.123Z'));
    expect(parseTimestamp('2026-03-29T08:15:30.0012345678Z')).toBe(Date.parse('2026-03-29T08:15:30.001Z'));
    expect(parseTimestamp('1969-12-31T23:59:59.9999Z')).toBe(-1);
  });

  it.each([
    ['a day that the month does not have', '2026-02-29T00:00:00Z'],
    ['a leap day of a century', '1900-02-29T00:00:00Z'],
    ['April 31', '2026-04-31T00:00:00Z'],
    ['day 0', '2026-04-00T00:00:00Z'],
    ['month 0', '2026-00-10T00:00:00Z'],
    ['month 13', '2026-13-10T00:00:00Z'],
    ['hour 24', '2026-03-29T24:00:00Z'],
    ['minute 60', '2026-03-29T23:60:00Z'],
    ['second 60', '2026-06-30T23:59:60Z'],
    ['an offset of a day', '2026-03-29T08:15:30+24:00'],
    ['an offset with minute 60', '2026-03-29T08:15:30+01:60'],
    ['no offset', '2026-03-29T08:15:30'],
    ['an offset of hours alone', '2026-03-29T08:15:30+02'],
    ['no seconds', '2026-03-29T08:15+02:00'],
    ['a date alone', '2026-03-29'],
    ['a fraction without digits', '2026-03-29T08:15:30.Z'],
    ['a space for the T', '2026-03-29 08:15:30Z'],
    ['a line break at the end', '2026-03-29T08:15:30Z\n'],
    ['five digits of year', '12026-03-29T08:15:30Z'],
    ['digits of another script', '２０２６-03-29T08:15:30Z'],
  ])('refuses %s', (_what, text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  it('covers the instants that every time zone shows with a four-digit year', () => {
    expect(new Date(FIRST_INSTANT).toISOString()).toBe('0000-01-02T00:00:00.000Z');
    expect(new Date(LAST_INSTANT).toISOString()).toBe('9999-12-31T00:00:00.000Z');
  });
});
