import { readFile } from 'node:fs/promises';
import { expect } from '../kit/browser/expect.js';
import { longTrail } from '../kit/browser/long-trail.js';
import { openPortal } from '../kit/browser/portal.js';

const TRAIL = 'activity?show=audit';

const { service, visitor } = openPortal();

describe('Requests', () => {
  beforeEach(async () => {
    await service.call(service.demoKey, '/api/v1/device/');
  });

  test('what was read is drawn by day in bytes or in rows', async () => {
    await visitor.open('activity');
    await visitor.page.getByRole('img', { name: 'Data read per day' }).waitFor();
    await visitor.page.getByRole('radio', { name: 'Rows' }).click();
    const chart = visitor.page.locator('figure', {
      has: visitor.page.getByRole('img', { name: 'Rows read per day' }),
    });
    await chart.locator('.stacked-bars-bar').first().waitFor();
    await chart.getByText('Show the figures as a table').click();
    const rows = visitor.page.getByRole('region', { name: 'Rows read per day' }).getByRole('row');
    await expect(rows.last().getByRole('cell')).toHaveText('24');
  });

  describe('A year of sixty keys on a telephone', () => {
    const YEAR = 'activity?startdate=2025-01-01&enddate=2025-12-31';
    const numbers = (count: number) => JSON.stringify([...Array(count).keys()]);
    const figure = () => visitor.page.locator('figure').first();

    beforeEach(async () => {
      const hour = `1000 * (unixepoch('2025-01-01 12:00') + 86400 * day.value)`;
      const name = `'Warehouse-' || printf('%02d', key.value) || '-${'x'.repeat(60)}'`;
      await service.change(`INSERT INTO key_activity
      (enterprise_key, hour, api_key_id, scope, application, requests, errors, refused, records, bytes)
      SELECT enterprises.key, ${hour}, 'key-' || key.value, 'device:GetList', ${name}, 1 + key.value, 0, 0, 0, 0
      FROM enterprises, json_each('${numbers(365)}') AS day, json_each('${numbers(60)}') AS key
      WHERE day.value % 7 = key.value % 7`);
    });

    beforeEach(async () => {
      await visitor.page.setViewportSize({ width: 360, height: 720 });
      await visitor.open(YEAR);
      await figure().locator('.stacked-bars-bar').first().waitFor();
    });

    test('is drawn in bars that can be seen, one for each week', async () => {
      const bar = (await figure().locator('.stacked-bars-bar').nth(20).boundingBox())!;
      expect(bar.width).toBeGreaterThan(2);
      await visitor.see('Each bar is a week, from Monday to Sunday.');
    });

    test('names the keys with most requests, and nothing stands beyond the window', async () => {
      await visitor.page.getByRole('radio', { name: 'By API key' }).dispatchEvent('click');
      await figure().getByRole('listitem').filter({ hasText: 'Other API keys' }).waitFor();
      await expect(figure().locator('.days-chart-legend li')).toHaveCount(8);
      await figure().locator('.stacked-bars-bar').nth(40).hover({ force: true });
      const tip = visitor.page.locator('.chart-tip');
      await tip.waitFor();
      const [inner, outer] = [(await tip.boundingBox())!, (await figure().boundingBox())!];
      expect(inner.x).toBeGreaterThanOrEqual(outer.x);
      expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
      expect(await tip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      expect(await visitor.evaluate('document.documentElement.scrollWidth')).toBe(360);
    });
  });

  test('the time of the service is told where the clock of the browser is slow', async () => {
    await visitor.page.clock.install({ time: Date.now() - 3 * 3_600_000 });
    await visitor.open(TRAIL);
    const moment = visitor.page.locator('.moment').first();
    await expect(moment).toHaveText(/^(now|\d+ minutes? ago)$/);
  });

  test('the chosen key stays chosen, also where it made no requests', async () => {
    await visitor.open('activity');
    await visitor.page.getByRole('button', { name: 'All API keys API key' }).click();
    await visitor.page.getByRole('option', { name: 'Demo', exact: true }).click();
    await visitor.page.waitForURL(/requests_of=/);
    await visitor.page.reload();
    await visitor.page.getByRole('button', { name: 'Demo API key' }).waitFor();
    const days = 'startdate=2026-01-01&enddate=2026-01-02';
    const [, key] = /requests_of=([^&]+)/.exec(visitor.page.url())!;
    await visitor.open(`activity?${days}&requests_of=${key}`);
    await visitor.see('This API key made no requests on these days.');
    await visitor.page.getByRole('button', { name: 'Demo API key' }).waitFor();
  });
});

describe('The audit trail', () => {
  const EVENTS = 1500;

  beforeEach(() => service.change(longTrail(EVENTS)));

  const shown = () => visitor.page.getByRole('rowheader');
  const search = (text: string) => visitor.page.getByLabel('Search the audit log').fill(text);

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
    await visitor.choose('User', 'olga@havelwerk.example');
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
    await visitor.press('Clear filters');
    await visitor.see('The newest 100 events');
  });

  test('is filtered by days, first and last included', async () => {
    await visitor.open(TRAIL);
    await visitor.typeDay('From', '29122025');
    await visitor.typeDay('To', '30122025');
    await visitor.see('48 events');
    await visitor.typeDay('To', '28');
    await visitor.see('The first day must not be after the last day.');
    await visitor.emptyDay('From');
    await expect.poll(() => visitor.parameter('from')).toBeNull();
    await visitor.see('The newest 100 events');
  });

  test.each([
    ['the name of the action', 'signed in password', 'Signed in'],
    ['the name of the key', 'old report key changed', 'API key changed'],
    ['the id of the key', 'key-of-old', 'API key changed'],
    ['what the details say in words', 'previous name: older', 'API key changed'],
  ])('is searched for %s', async (_what, words, found) => {
    await visitor.open(TRAIL);
    await search(words);
    await visitor.see('The newest 100 events');
    await expect(shown().filter({ hasText: found })).toHaveCount(100);
  });

  test('is searched to its beginning, however little is found', async () => {
    await visitor.open(TRAIL);
    await search('198.51.100.7');
    await visitor.see(/^\s*1 event\s*$/);
    await visitor.see('request-7');
    await search('2025-12-31 request-1499');
    await visitor.see(/^\s*1 event\s*$/);
    await visitor.see('request-1499');
    await search('nothing has this in it');
    await visitor.see('Nothing matches the search.');
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
    await visitor.see('The service is unreachable.');
    await visitor.page.unroute(trail);
    await visitor.press('Try again');
    await visitor.see('The newest 100 events');
  });

  describe('A refused change', () => {
    test.each([
      ['English', /Change refused/, /reason: another API key has this name/],
      ['Deutsch', /Änderung abgewiesen/, /Grund: ein anderer API-Schlüssel hat diesen Namen/],
    ])('is told in words (%s)', async (language, action, reason) => {
      await visitor.open('keys');
      await visitor.press('Create API key');
      await visitor.describeKey('Demo', 'Apps');
      await visitor.press('Create API key');
      await visitor.see('Another API key of your enterprise already has this name.');
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
});

describe('A long audit trail', () => {
  const EVENTS = 19_900;
  const HEADER =
    '"sequence","at","actor","action","api_key_id","application","details","address","request_id"';
  /** Every page after the first. */
  const LATER = /audit-events\?.*cursor=/;

  beforeEach(() => service.change(longTrail(EVENTS)));

  async function exported(): Promise<string[]> {
    const downloading = visitor.page.waitForEvent('download');
    await visitor.press('Export as CSV');
    return (await readFile(await (await downloading).path(), 'utf8')).split('\r\n');
  }

  test('is searched among its newest events, and the page says so', async () => {
    await visitor.open(TRAIL);
    await visitor.page.getByLabel('Search the audit log').fill('198.51.100.7 signed in');
    await visitor.see('0 events Only the newest 10,000 events that match the filters were searched.');
    await visitor.typeDay('To', '01102023');
    await visitor.see(/^\s*1 event\s*$/);
    await visitor.see('request-7');
  });

  test('is checked, and the page tells what the check found', async () => {
    await visitor.open(TRAIL);
    await visitor.press('Check audit log');
    await visitor.see('The audit log was changed:');
    await visitor.see('Event 1 or its sequence was altered.');
  });

  describe('The check of a very long trail', () => {
    const piece = { intact: true, events: 400_000, last_hash: 'f00d', total: 1_000_000, flaws: [] };

    beforeEach(async () => {
      await visitor.page.route(/verification\?after=0$/, (route) =>
        route.fulfill({ json: { ...piece, last_sequence: 400_000, next: 400_000 } }),
      );
      await visitor.open(TRAIL);
    });

    test('shows how far it is, and can be given up', async () => {
      await visitor.page.route(/verification\?after=400000$/, () => undefined); // never answered
      await visitor.press('Check audit log');
      await visitor.see('400,000 of 1,000,000 events');
      const bar = visitor.page.getByRole('progressbar', { name: 'Checking the audit log:' });
      await expect(bar).toHaveAttribute('value', '400000');
      await visitor.press('Cancel');
      await expect(bar).toHaveCount(0);
    });

    test('comes to its end', async () => {
      await visitor.page.route(/verification\?after=400000$/, (route) =>
        route.fulfill({ json: { ...piece, events: 600_000, last_sequence: 1_000_000, next: null } }),
      );
      await visitor.press('Check audit log');
      await visitor.see('The audit log is intact. It contains 1,000,000 events, all unchanged.');
      await visitor.see('Event 1,000,000: f00d');
    });
  });

  test('the file has all events that match, not only those that are shown', async () => {
    await visitor.open(`${TRAIL}&to=2025-12-31`);
    await visitor.see('The newest 100 events');
    const [header, ...lines] = await exported();
    expect(header).toBe(`\uFEFF${HEADER}`);
    expect(lines.pop()).toBe('');
    const numbers = lines.map((line) => Number(/^"(\d+)"/.exec(line)?.[1]));
    expect(numbers).toEqual(Array.from({ length: EVENTS }, (_, at) => EVENTS - at));
    await visitor.see('The file is ready. It contains 19,900 events.');
  });

  test('the file has only what is searched for', async () => {
    await visitor.open(`${TRAIL}&person=admin:olga@havelwerk.example`);
    await visitor.page.getByLabel('Search the audit log').fill('request-2490');
    await visitor.see(/^\s*1 event\s*$/);
    const lines = await exported();
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('"request-2490"');
  });

  test('what a spreadsheet would run is a text in the file', async () => {
    const name = 'x;=HYPERLINK("y")';
    await service.createKey(name, ['device:GetApplication']);
    await visitor.open(`${TRAIL}&action=api_key.created`);
    await visitor.page.getByRole('rowheader').filter({ hasText: name }).waitFor();
    const [, line] = await exported();
    expect(line).toContain(`"x;'=HYPERLINK(""y"")"`);
  });

  test('a file that is being made says so and can be given up', async () => {
    await visitor.page.route(LATER, () => undefined); // never answered
    await visitor.open(`${TRAIL}&to=2025-12-31`);
    await visitor.see('The newest 100 events');
    await visitor.press('Export as CSV');
    await visitor.see('Exporting:');
    await visitor.see('1,000 events');
    await expect(visitor.page.getByRole('button', { name: 'Export as CSV' })).toBeDisabled();
    await visitor.press('Cancel');
    await visitor.expectNowhere('Exporting:');
  });

  test('a file of which a part cannot be read is not handed out', async () => {
    let files = 0;
    visitor.page.on('download', () => files++);
    await visitor.page.route(LATER, (route) => route.abort());
    await visitor.open(`${TRAIL}&to=2025-12-31`);
    await visitor.see('The newest 100 events');
    await visitor.press('Export as CSV');
    await visitor.see('The export failed because not all events could be read.');
    expect(files).toBe(0);
    await visitor.page.unroute(LATER);
    const downloading = visitor.page.waitForEvent('download');
    await visitor.press('Try again');
    await downloading;
  });
});
