import fc from 'fast-check';
import { instantsOfDays, parseDay, startOfDayAgo } from './days.js';
import { ZonedTime } from './zoned-time.js';

const HOUR = 3_600_000;
const rangeOf = (day: string, zone: string, last = day): { from: string; until: string; hours: number } => {
  const { from, until } = instantsOfDays(parseDay(day)!, parseDay(last)!, ZonedTime.of(zone));
  return {
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    hours: (until - from) / HOUR,
  };
};

describe('parseDay', () => {
  it.each([
    ['1970-01-01', 0],
    ['1970-01-02', 1],
    ['1969-12-31', -1],
    ['2000-02-29', 11_016],
    ['9999-12-31', 2_932_896],
    ['0001-01-01', -719_162],
    ['0000-02-29', -719_469],
  ])('reads %s', (text, day) => {
    expect(parseDay(text)).toBe(day);
  });

  it.each([
    '',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-01',
    '2026-01-00',
    '2026-01-32',
    '2026-1-1',
    '2026-01-01\n',
    ' 2026-01-01',
    '2026-01-01T00:00:00Z',
    '+02026-01-01',
    '-2026-01-01',
    '２０２６-01-01',
  ])('rejects %j', (text) => {
    expect(parseDay(text)).toBeUndefined();
  });

  it('reads every valid day', () => {
    fc.assert(
      fc.property(fc.integer({ min: -719_528, max: 2_932_896 }), (day) => {
        expect(parseDay(new Date(day * 24 * HOUR).toISOString().slice(0, 10))).toBe(day);
      }),
    );
  });
});

describe('instantsOfDays', () => {
  it.each([
    ['a usual day', 'Europe/Berlin', '2026-06-01', '2026-05-31T22:00:00.000Z', 24],
    ['the day that clocks go forward', 'Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['the day that clocks go back', 'Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    ['a zone of 45 minutes', 'Asia/Kathmandu', '2026-03-29', '2026-03-28T18:15:00.000Z', 24],
    ['half an hour of summer time', 'Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
    ['a day that begins at one', 'America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', 23],
    ['a day whose last hour comes twice', 'America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00.000Z', 25],
    ['a day that begins at one', 'Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', 23],
    ['a day that never was', 'Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 0],
  ])('covers %s in %s (%s)', (_title, zone, day, from, hours) => {
    expect(rangeOf(day, zone)).toMatchObject({ from, hours });
  });

  it('covers a range up to the end of its last day', () => {
    expect(rangeOf('2026-03-28', 'Europe/Berlin', '2026-03-30')).toEqual({
      from: '2026-03-27T23:00:00.000Z',
      until: '2026-03-30T22:00:00.000Z',
      hours: 71,
    });
  });

  it('assigns every instant to the one day that its timestamp shows, in any zone', () => {
    const zones = [
      'Europe/Berlin',
      'Asia/Kathmandu',
      'America/Sao_Paulo',
      'Asia/Beirut',
      'Africa/Cairo',
      'Asia/Gaza',
    ];
    const instants = fc.integer({ min: Date.UTC(1950, 0, 1), max: Date.UTC(2035, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (zone, instant) => {
        const time = ZonedTime.of(zone);
        const day = parseDay(time.format(instant).slice(0, 10))!;
        const { from, until } = instantsOfDays(day, day, time);
        expect(instant).toBeGreaterThanOrEqual(from);
        expect(instant).toBeLessThan(until);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves no gap and no overlap between days', () => {
    for (const zone of ['Europe/Berlin', 'America/Sao_Paulo', 'Pacific/Apia', 'Africa/Cairo']) {
      const time = ZonedTime.of(zone);
      const first = parseDay('2011-12-01')!;
      for (let day = first; day < first + 800; day++)
        expect(instantsOfDays(day, day, time).until).toBe(instantsOfDays(day + 1, day + 1, time).from);
    }
  });
});

describe('startOfDayAgo', () => {
  const from = (days: number, now: string, zone: string): string =>
    new Date(startOfDayAgo(days, Date.parse(now), ZonedTime.of(zone))).toISOString();

  it('counts whole days of the zone, at any hour and of any length', () => {
    // In Berlin, the clocks go forward on 2026-03-29 and back on 2026-10-25
    for (const [days, now, start] of [
      [1, '2026-03-30T00:00:00.000+02:00', '2026-03-29T00:00:00.000+01:00'],
      [1, '2026-03-30T23:59:59.999+02:00', '2026-03-29T00:00:00.000+01:00'],
      [1, '2026-03-29T23:59:59.999+02:00', '2026-03-28T00:00:00.000+01:00'],
      [30, '2026-04-05T12:00:00.000+02:00', '2026-03-06T00:00:00.000+01:00'],
      [1, '2026-10-26T00:30:00.000+01:00', '2026-10-25T00:00:00.000+02:00'],
      [366, '2028-03-01T08:00:00.000+01:00', '2027-03-01T00:00:00.000+01:00'],
    ] as const)
      expect(from(days, now, 'Europe/Berlin')).toBe(new Date(start).toISOString());
  });

  it('returns another day in another zone', () => {
    const now = '2026-06-15T12:00:00.000Z';
    expect(from(1, now, 'Pacific/Kiritimati')).toBe('2026-06-14T10:00:00.000Z');
    expect(from(1, now, 'Pacific/Pago_Pago')).toBe('2026-06-14T11:00:00.000Z');
    expect(from(1, now, 'Asia/Kathmandu')).toBe('2026-06-13T18:15:00.000Z');
  });
});
