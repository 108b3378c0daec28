import { shapeOf } from '../records/record-shape.js';
import { tooOld } from './too-old.js';

const NOW = Date.parse('2026-03-30T12:00:00.000+02:00');
const BORDER = '2026-03-29T00:00:00.000+01:00';
const BEFORE = '2026-03-28T23:59:59.999+01:00';
const WHOSE = { enterprise_id: 'acme', device_id: 'tablet-1', id: 1, ID: 1 };

const isTooOld = (kind: Parameters<typeof shapeOf>[0], line: object, retentionDays: number | null = 1) => {
  const shape = shapeOf(kind);
  return tooOld(
    shape,
    { timeZone: 'Europe/Berlin', retentionDays },
    NOW,
  )(shape.read({ ...WHOSE, ...(kind === 'devices' && { id: 'tablet-1' }), ...line }));
};

describe('A record is too old', () => {
  it.each([
    ['datausage', 'start'],
    ['screentime', 'start'],
    ['locations', 'created_at'],
  ] as const)('of %s by its %s, before the first of the whole days that are kept', (kind, time) => {
    expect(isTooOld(kind, { [time]: BEFORE })).toBe(true);
    expect(isTooOld(kind, { [time]: BORDER })).toBe(false);
  });

  it('never where all is kept, where it has no time, or where it is a removal', () => {
    expect(isTooOld('locations', { created_at: BEFORE }, null)).toBe(false);
    expect(isTooOld('locations', {})).toBe(false);
    expect(isTooOld('locations', { created_at: BEFORE, deleted: true })).toBe(false);
  });

  it('never as a device or an app', () => {
    expect(isTooOld('devices', { created_at: BEFORE })).toBe(false);
    expect(isTooOld('applications', { updated_at: BEFORE })).toBe(false);
  });
});
