import { expect } from '../kit/browser/expect.js';
import { openPortal } from '../kit/browser/portal.js';

const DEVICE = 'data/devices/van-01';
const USAGE = `${DEVICE}?show=dataUsage`;
const PAGES = [
  { name: 'data usage', path: USAGE },
  { name: 'screen time', path: `${DEVICE}?show=screenTime` },
  { name: 'the track', path: `${DEVICE}?show=track` },
  { name: 'the fleet map', path: 'data?show=map' },
  { name: 'activity', path: 'activity' },
];

const { visitor } = openPortal();

const part = (name: 'From' | 'To') => visitor.day(name).getByRole('spinbutton').first();
const problem = () => visitor.page.locator('.day-range').getByRole('alert');
const expectDays = (first: string, last: string) =>
  expect.poll(() => ['startdate', 'enddate'].map((name) => visitor.parameter(name))).toEqual([first, last]);

async function openUsage(first = '2026-04-01', last = '2026-04-02'): Promise<void> {
  await visitor.open(`${USAGE}&startdate=${first}&enddate=${last}`);
  await visitor.page.locator('.stacked-bars-bar').first().waitFor();
}

test.each(PAGES)('days are typed with the keyboard on the page of $name', async ({ path }) => {
  await visitor.open(path);
  await visitor.see('Days in Europe/Berlin');
  await visitor.typeDay('From', '01042026');
  await visitor.typeDay('To', '02042026');
  await expectDays('2026-04-01', '2026-04-02');
  await expect(problem()).toHaveCount(0);
  await expect(visitor.page.locator('.waiting')).toHaveCount(0);
  await visitor.expectNowhere('This page has a problem');
  expect(await visitor.shownDay('From')).toBe('2026-04-01');
});

test('a year that is not finished changes nothing, and may be finished', async () => {
  await visitor.open(USAGE);
  await visitor.page.locator('.stacked-bars-bar').first().waitFor();
  await visitor.day('From').getByRole('spinbutton', { name: 'year' }).focus();
  await visitor.page.keyboard.type('2');
  await expect(problem()).toHaveText('Enter a year from 2000 on.');
  await expect(part('From')).toHaveAttribute('aria-invalid', 'true');
  expect(await part('To').getAttribute('aria-invalid')).toBeNull();
  expect(visitor.parameter('startdate')).toBeNull();
  expect(await visitor.page.locator('.stacked-bars-bar').count()).toBeGreaterThan(0);
  await visitor.page.keyboard.type('026');
  await expect(problem()).toHaveCount(0);
  await expect.poll(() => visitor.parameter('startdate')).toMatch(/^2026/);
});

test('says what is wrong with days that cannot be shown', async () => {
  await openUsage();
  for (const [keys, text] of [
    ['03042026', 'The first day must not come after the last.'],
    ['01042025', 'At most 366 days can be shown at a time.'],
  ] as const) {
    await visitor.typeDay('From', keys);
    await problem().getByText(text).waitFor();
  }
  await expectDays('2026-04-01', '2026-04-02');
  await visitor.press('7 days');
  await expect(problem()).toHaveCount(0);
});

test('days are taken at once with Enter and on leaving the field', async () => {
  await openUsage();
  await visitor.page.clock.install();
  await visitor.typeDay('From', '31032026');
  expect(visitor.parameter('startdate')).toBe('2026-04-01');
  await visitor.page.keyboard.press('Enter');
  await expectDays('2026-03-31', '2026-04-02');
  await visitor.typeDay('To', '03042026');
  await visitor.page.getByRole('tab', { name: 'Data usage' }).focus();
  await expectDays('2026-03-31', '2026-04-03');
});

test.each([
  ['too many days', 'startdate=0002-01-01&enddate=2026-04-02', 'Enter a year from 2000 on.'],
  ['a day that does not exist', 'startdate=2026-02-28&enddate=2026-02-31', 'Enter a day that exists'],
  ['twenty years', 'startdate=2006-01-01&enddate=2026-04-02', 'At most 366 days can be shown at a time.'],
])('an address with %s shows others and says why', async (_name, parameters, why) => {
  for (const path of [USAGE, `${DEVICE}?show=track`]) {
    await visitor.open(`${path}&${parameters}`);
    await problem().waitFor();
    const text = await problem().textContent();
    expect(text).toContain('The days in the address of this page cannot be shown');
    expect(text).toContain(why);
    await visitor.see(/^(Data used per day|Distance)$/);
    await visitor.press('7 days');
    await expect(problem()).toHaveCount(0);
  }
});

describe('A field for a day', () => {
  test.each([
    ['English', 'From', '01/03/2026', ['day', 'month', 'year'], 'March 2026', 'MTWTFSS'],
    ['Deutsch', 'Von', '01.03.2026', ['Tag', 'Monat', 'Jahr'], 'März 2026', 'MDMDFSS'],
  ])('speaks the language of the portal: %s', async (language, label, shown, names, month, week) => {
    await openUsage('2026-03-01');
    await visitor.page.getByRole('radio', { name: language }).click();
    const field = visitor.page.getByRole('group', { name: label, exact: true });
    await expect(field).toHaveText(shown);
    for (const [index, name] of names.entries())
      expect(await field.getByRole('spinbutton').nth(index).getAttribute('aria-label')).toContain(name);
    await field.getByRole('button').click();
    const calendar = visitor.page.getByRole('dialog');
    await calendar.getByRole('heading', { name: month }).waitFor();
    expect((await calendar.locator('th').allTextContents()).join('')).toBe(week);
  });

  test('opens a calendar in which the keyboard chooses', async () => {
    await openUsage();
    await visitor.day('From').getByRole('button').press('Enter');
    const calendar = visitor.page.getByRole('dialog');
    await calendar.getByRole('gridcell', { selected: true }).waitFor();
    await visitor.page.keyboard.press('ArrowUp');
    await visitor.page.keyboard.press('Enter');
    await expectDays('2026-03-25', '2026-04-02');
    await expect(calendar).toHaveCount(0);
    expect(await visitor.shownDay('From')).toBe('2026-03-25');
  });

  test('takes the last day of a month for one that it does not have', async () => {
    await openUsage();
    await visitor.typeDay('From', '31022026');
    await visitor.page.keyboard.press('Tab');
    await expectDays('2026-02-28', '2026-04-02');
    await visitor.typeDay('From', '31112025');
    await visitor.page.getByRole('tab', { name: 'Data usage' }).focus();
    await expectDays('2025-11-30', '2026-04-02');
  });

  test('says what is missing once it is empty', async () => {
    await openUsage();
    await visitor.emptyDay('From');
    await problem().getByText('Enter a day that exists, with day, month and year.').waitFor();
    await expect(visitor.day('From')).toContainText('dd');
    expect(visitor.parameter('startdate')).toBe('2026-04-01');
  });
});

test('says it in German too', async () => {
  await openUsage('2006-01-01');
  await visitor.speakGerman();
  await visitor.see('Tage in Europe/Berlin');
  await visitor.see(/Höchstens 366 Tage lassen sich auf einmal zeigen\./);
});

describe('On a service with positions of up to three days', () => {
  const careful = openPortal({ settings: () => ({ LOCATION_BULK_MAX_DAYS: '3' }) });

  test('fewer days are asked for in words', async () => {
    await careful.visitor.open(`${DEVICE}?show=track`);
    await careful.visitor.see('Positions of so many days cannot be shown at a time. Choose fewer days.');
    await careful.visitor.open(`${DEVICE}?show=track&startdate=2026-04-08&enddate=2026-04-10`);
    await careful.visitor.see('Distance');
  });
});
