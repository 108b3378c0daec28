import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { longTrail } from './long-trail.js';
import { startService, type PortalService } from './portal-service.js';
import { Visitor } from './visitor.js';

const EVENTS = 1500;
const TRAIL = 'activity?show=audit';

let service: PortalService;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser(process.env.CHROMIUM ?? '')]);
  service.change(longTrail(EVENTS));
});

afterAll(async () => {
  await browser.close();
  await service.stop();
});

beforeEach(async () => {
  visitor = await Visitor.withSession(browser, service);
});

afterEach(async () => {
  const { complaints } = visitor;
  await visitor.leave();
  expect(complaints).toEqual([]);
});

const shown = () => visitor.page.getByRole('rowheader');
const choose = async (filter: string, option: string) => {
  await visitor.page.getByRole('button', { name: new RegExp(`${filter}$`) }).click();
  await visitor.page.getByRole('option', { name: option, exact: true }).click();
};
const search = (text: string) => visitor.page.getByLabel('Search the audit trail').fill(text);

describe('The audit trail', () => {
  test('is loaded a hundred events at a time', async () => {
    await visitor.open(TRAIL);
    await visitor.see('The newest 100 events');
    expect(await shown().count()).toBe(100);
    await visitor.press('Show older events');
    await visitor.see('The newest 200 events');
    expect(await shown().count()).toBe(200);
    const answers = visitor.asked.filter((url) => url.includes('audit-events?'));
    expect(answers.length).toBeGreaterThan(1);
    for (const url of answers) expect(new URL(url).searchParams.get('limit')).toBe('100');
  });

  test('is filtered by person, key and action by the service, and the address keeps it', async () => {
    await visitor.open(TRAIL);
    await choose('Person', 'olga@havelwerk.example');
    await choose('API key', 'Old report (deleted)');
    await choose('Action', 'API key changed');
    await visitor.counts(visitor.page.getByRole('cell', { name: 'olga@havelwerk.example' }), 100);
    const asked = new URL(visitor.page.url()).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      person: 'admin:olga@havelwerk.example',
      key: 'key-of-old',
      action: 'api_key.updated',
    });
    await visitor.press('Show older events');
    await visitor.see(`${EVENTS / 10} events`);
    expect(await visitor.page.getByRole('button', { name: 'Show older events' }).count()).toBe(0);
    await visitor.press('Clear the filters');
    await visitor.see('The newest 100 events');
  });

  test('is filtered by days, first and last included', async () => {
    await visitor.open(TRAIL);
    await visitor.typeDay('From', '29122025');
    await visitor.typeDay('To', '30122025');
    await visitor.see('48 events');
    await visitor.typeDay('To', '28');
    await visitor.see('The first day must not come after the last.');
    for (const part of await visitor.day('From').getByRole('spinbutton').all())
      for (let digits = 0; digits < 4; digits++) await part.press('Backspace');
    await visitor.until(() => Promise.resolve(!new URL(visitor.page.url()).searchParams.has('from')));
    await visitor.see('The newest 100 events');
  });

  test.each([
    ['the name of the action', 'signed in password', 'Signed in'],
    ['the name of the key', 'old report key changed', 'API key changed'],
    ['the id of the key', 'key-of-old', 'API key changed'],
    ['what the details say in words', 'name before: older', 'API key changed'],
  ])('is searched for %s', async (_what, words, found) => {
    await visitor.open(TRAIL);
    await search(words);
    await visitor.see(/^100 of [\d,]+ events searched$/);
    await visitor.counts(shown().filter({ hasText: found }), 100);
  });

  test('is searched to its beginning, however little is found', async () => {
    await visitor.open(TRAIL);
    await search('198.51.100.7');
    await visitor.see(/^1 of 1,5\d\d events searched$/);
    await visitor.see('request-7');
    await search('31 Dec 2025 request-1499');
    await visitor.see(/^1 of 1,5\d\d events searched$/);
    await search('nothing has this in it');
    await visitor.see('Nothing matches the search.');
  });

  test.each([
    ['When', 'sequence', 'request-1'],
    ['What', 'action', 'request-1500'],
    ['Who', 'actor', 'request-1499'],
  ])('is sorted as a whole by %s, by the service, and the address keeps it', async (name, sort, first) => {
    await visitor.open(`${TRAIL}&to=2025-12-31`);
    await visitor.see('The newest 100 events');
    await visitor.press(name);
    const header = visitor.page.getByRole('columnheader', { name });
    await visitor.see('The first 100 events');
    expect(await header.getAttribute('aria-sort')).toBe('ascending');
    await visitor.page.getByRole('row').nth(1).getByText(first, { exact: true }).waitFor();
    expect(new URL(visitor.page.url()).searchParams.get('sort')).toBe(sort);
    await visitor.press('Show more events');
    await visitor.see('The first 200 events');
  });

  test('is filtered by outcome', async () => {
    await visitor.open(`${TRAIL}&to=2025-12-31&outcome=refused`);
    await visitor.see('Nothing matches the search.');
    await choose('Outcome', 'Done');
    await visitor.see('The newest 100 events');
  });

  test('says why it cannot be read, and is read when asked again', async () => {
    const trail = /audit-events\?/;
    await visitor.page.route(trail, (route) => route.abort());
    await visitor.open(TRAIL);
    await visitor.see('The service cannot be reached.');
    await visitor.page.unroute(trail);
    await visitor.press('Try again');
    await visitor.see('The newest 100 events');
  });
});

describe('A refused change', () => {
  test.each([
    ['English', /Change refused/, /reason: another API key has this name/],
    ['Deutsch', /Änderung abgewiesen/, /Grund: ein anderer API-Schlüssel hat diesen Namen/],
  ])('is told in words (%s)', async (language, action, reason) => {
    await visitor.open('keys');
    await visitor.press('Create an API key');
    await visitor.page.getByLabel('Application name').fill('Demo');
    await visitor.page.getByRole('checkbox', { name: 'Apps' }).press('Space');
    await visitor.press('Create API key');
    await visitor.see('Another API key of your enterprise has this name already.');
    await visitor.open(`${TRAIL}&action=call.refused`);
    await visitor.page.getByRole('radio', { name: language }).click();
    await visitor.see(action);
    await visitor.see(reason);
    expect(await visitor.page.getByText('call.refused').count()).toBe(0);
  });

  test('is told with its scopes, roles and ways in German', async () => {
    await visitor.open(TRAIL);
    await visitor.page.getByRole('radio', { name: 'Deutsch' }).click();
    await visitor.see('Art: Passwort');
    await visitor.see('Rolle: Administrator');
    expect(await visitor.page.getByText(/device:Get|password/).count()).toBe(0);
  });
});
