import { csvFileName } from './file-name.js';

const WEEK = { startdate: '2026-04-01', enddate: '2026-04-07' };

test.each([
  ['Data used per day', 'van-01', WEEK, 'data-used-per-day_van-01_2026-04-01_2026-04-07.csv'],
  ['Geräte', 'Havelwerk', { ...WEEK, enddate: WEEK.startdate }, 'geräte_Havelwerk_2026-04-01.csv'],
  ['Apps', '../a:b "c"\u202e', WEEK, 'apps_..-a-b-c-_2026-04-01_2026-04-07.csv'],
])('%s of %s', (what, of, days, name) => {
  expect(csvFileName(what, of, days)).toBe(name);
});
