import { longTrail } from '../../kit/browser/long-trail.js';
import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';

const EVENTS = 1500;
const TRAIL = 'activity?show=audit';

const { service, visitor } = openPortal();

beforeEach(() => service.change(longTrail(EVENTS)));

const shown = () => visitor.page.getByRole('rowheader');
const search = (text: string) => visitor.page.getByLabel('Search the audit trail').fill(text);

describe('The audit trail', () => {
  test('is loaded a hundred events at a time', async () => {
    await visitor.open(TRAIL);
    await visitor.see('The newest 100 events');
    await expect(shown()).toHaveCount(100);
    await visitor.press('Show older events');
    await visitor.see('The newest 200 events');
    await expect(shown()).toHaveCount(200);
    const answers = visitor.asked.filter((url) => url.includes('audit-events?'));
    expect(answers.length).toBeGreaterThan(1);
    for (const url of answers) expect(new URL(url).searchParams.get('limit')).toBe('100');
  });

  test('is filtered by person, key and action by the service, and the address keeps it', async () => {
    await visitor.open(TRAIL);
    await visitor.choose('Person', 'olga@havelwerk.example');
    await visitor.choose('API key', 'Old report (deleted)');
    await visitor.choose('Action', 'API key changed');
    await expect(visitor.page.getByRole('cell', { name: 'olga@havelwerk.example' })).toHaveCount(100);
    expect(Object.fromEntries(new URL(visitor.page.url()).searchParams)).toMatchObject({
      person: 'admin:olga@havelwerk.example',
      key: 'key-of-old',
      action: 'api_key.updated',
    });
    await visitor.press('Show older events');
    await visitor.see(`${EVENTS / 10} events`);
    await expect(visitor.button('Show older events')).toHaveCount(0);
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
    await visitor.emptyDay('From');
    await expect.poll(() => visitor.parameter('from')).toBeNull();
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
    await expect(shown().filter({ hasText: found })).toHaveCount(100);
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
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await visitor.page.getByRole('row').nth(1).getByText(first, { exact: true }).waitFor();
    expect(visitor.parameter('sort')).toBe(sort);
    await visitor.press('Show more events');
    await visitor.see('The first 200 events');
  });

  test('is filtered by outcome', async () => {
    await visitor.open(`${TRAIL}&to=2025-12-31&outcome=refused`);
    await visitor.see('Nothing matches the search.');
    await visitor.choose('Outcome', 'Done');
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
    await visitor.describeKey('Demo', 'Apps');
    await visitor.press('Create API key');
    await visitor.see('Another API key of your enterprise has this name already.');
    await visitor.open(`${TRAIL}&action=call.refused`);
    await visitor.page.getByRole('radio', { name: language }).click();
    await visitor.see(action);
    await visitor.see(reason);
    await visitor.expectNowhere('call.refused');
  });

  test('is told with its scopes, roles and ways in German', async () => {
    await visitor.open(TRAIL);
    await visitor.speakGerman();
    await visitor.see('Art: Passwort');
    await visitor.see('Rolle: Administrator');
    await visitor.expectNowhere(/device:Get|password/);
  });
});
