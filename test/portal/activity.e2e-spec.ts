import { readFile } from 'node:fs/promises';
import { expect, openPortal } from '../kit/browser/portal.js';

const AUDIT_LOG = 'activity?show=audit';

const { service, visitor } = openPortal();

const today = () => new Date().toISOString().slice(0, 10);

describe('Requests', () => {
  beforeEach(async () => {
    await service.call(service.demoKey, '/api/v1/device/');
  });

  test('draws the data read per day in bytes or rows', async () => {
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

  test('names agents and all other scopes in words', async () => {
    const hour = (scope: string, requests: number) => ({
      hour: `${today()}T10:00:00.000+02:00`,
      api_key_id: 'key',
      application: 'Assistant',
      scope,
      requests,
      ...{ errors: 0, refused: 0, feeds: 0, rows: 0, bytes: 0 },
    });
    const tools = Array.from({ length: 9 }, (_none, at) => hour(`mcp:tool_${at}`, 20 - at));
    await visitor.page.route('**/internal/v1/activity?*', (route) =>
      route.fulfill({ json: [...tools, hour('mcp', 30)] }),
    );
    await visitor.open('activity');
    const chart = visitor.page.locator('figure', {
      has: visitor.page.getByRole('img', { name: 'Requests per day and scope' }),
    });
    for (const label of ['Agents (MCP)', 'Agents (MCP): tool_0', 'Other scopes'])
      await expect(chart.getByText(label, { exact: true }).first()).toBeVisible();
    await visitor.expectNoText(/mcp:|rest/);
  });

  test('uses the time of the service if the clock of the browser is slow', async () => {
    await visitor.page.clock.install({ time: Date.now() - 3 * 3_600_000 });
    await visitor.open(AUDIT_LOG);
    const moment = visitor.page.locator('.moment').first();
    await expect(moment).toHaveText(/^(now|\d+ minutes? ago)$/);
  });
});

describe('The audit log', () => {
  const EVENTS = 1500;

  beforeEach(() => service.runSql(longAuditLog(EVENTS)));

  const shown = () => visitor.page.getByRole('rowheader');
  const search = (text: string) => visitor.page.getByLabel('Search the audit log').fill(text);

  test('is loaded a hundred events at a time', async () => {
    await visitor.open(AUDIT_LOG);
    await visitor.expectText('The newest 100 events');
    await expect(shown()).toHaveCount(100);
    await visitor.press('Show older events');
    await visitor.expectText('The newest 200 events');
    await expect(shown()).toHaveCount(200);
    const responses = visitor.requestedUrls.filter((url) => url.includes('audit-events?'));
    expect(responses.length).toBeGreaterThan(1);
    for (const url of responses) expect(new URL(url).searchParams.get('limit')).toBe('100');
  });

  test('keeps the focus of the keyboard on its buttons', async () => {
    await visitor.open(`${AUDIT_LOG}&outcome=done`);
    await visitor.expectText('The newest 100 events');
    const isFocused = (name: string) => expect(visitor.button(name)).toBeFocused();
    await visitor.button('Clear filters').press('Enter');
    await expect(visitor.page.getByRole('heading', { level: 1 })).toBeFocused();
    await visitor.expectText('The newest 100 events');
    await visitor.button('Show older events').press('Enter');
    await visitor.expectText('The newest 200 events');
    await isFocused('Show older events');
    await visitor.button('Check audit log').press('Enter');
    await visitor.expectText(/The audit log (is intact|was changed)/);
    await isFocused('Check audit log');
  });

  test('is filtered by user, key and action through the address', async () => {
    await visitor.open(AUDIT_LOG);
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
    await visitor.expectText(`${EVENTS / 10} events`);
    await expect(visitor.button('Show older events')).toHaveCount(0);
    await expect(visitor.page.getByText(`${EVENTS / 10} of ${EVENTS / 10}`)).toBeFocused();
    await visitor.press('Clear filters');
    await visitor.expectText('The newest 100 events');
  });

  test('is filtered by days, first and last included', async () => {
    await visitor.open(AUDIT_LOG);
    await visitor.typeDay('From', '29122025');
    await visitor.typeDay('To', '30122025');
    await visitor.expectText('48 events');
    await visitor.typeDay('To', '28');
    await visitor.expectText('The first day must not be after the last day.');
    await visitor.clearDay('From');
    await expect.poll(() => visitor.queryParameter('from')).toBeNull();
    await visitor.expectText('The newest 100 events');
  });

  test('clears days that were not applied', async () => {
    await visitor.open(AUDIT_LOG);
    await visitor.typeDay('From', '29122025');
    await expect.poll(() => visitor.queryParameter('from')).toBe('2025-12-29');
    await visitor.typeDay('To', '28122025');
    const error = visitor.page.getByText('The first day must not be after the last day.');
    await expect(error).toBeVisible();
    await visitor.press('Clear filters');
    await expect(error).toHaveCount(0);
    await expect(visitor.page.getByText('28', { exact: true })).toHaveCount(0);
  });

  test('is searched for names, ids and the words of details, to its first event', async () => {
    await visitor.open(AUDIT_LOG);
    for (const [searched, found] of [
      ['signed in password', 'Signed in'],
      ['old report key changed', 'API key changed'],
      ['198.51.100.7', 'request-7'],
      ['key-of-old', 'API key changed'],
      ['2025-12-31 request-1499', 'request-1499'],
      ['previous name: older', 'API key changed'],
    ] as const) {
      await search(searched);
      if (found.startsWith('request')) {
        await visitor.expectText(/^\s*1 event\s*$/);
        await visitor.expectText(found);
      } else {
        await visitor.expectText('The newest 100 events');
        await expect(shown().filter({ hasText: found })).toHaveCount(100);
      }
    }
    await search('nothing has this in it');
    await visitor.expectText('Nothing matches the search.');
  });

  test('describes a refused change, roles and methods in words, in both languages', async () => {
    await visitor.openKeys();
    await visitor.press('Create API key');
    await visitor.fillKeyForm('Demo', 'Apps');
    await visitor.press('Create API key');
    await visitor.expectText('Another API key of your enterprise already has this name.');
    await visitor.open(`${AUDIT_LOG}&action=call.refused`);
    await visitor.expectText(/Change refused/);
    await visitor.expectText(/reason: another API key has this name/);
    await visitor.switchToGerman();
    await visitor.expectText(/Änderung abgewiesen/);
    await visitor.expectText(/Grund: ein anderer API-Schlüssel hat diesen Namen/);
    await visitor.expectNoText('call.refused');
    await visitor.open(AUDIT_LOG);
    await visitor.expectText('Art: Passwort');
    await visitor.expectText('Rolle: Administrator');
    await visitor.expectNoText(/device:Get|password/);
  });
});

describe('A long audit log', () => {
  const EVENTS = 19_900;
  const HEADER =
    '"sequence","at","actor","action","api_key_id","application","details","address","request_id"';
  const LATER = /audit-events\?.*cursor=/;

  beforeEach(() => service.runSql(longAuditLog(EVENTS)));

  async function exported(): Promise<string[]> {
    const downloading = visitor.page.waitForEvent('download');
    await visitor.press('Export as CSV');
    return (await readFile(await (await downloading).path(), 'utf8')).split('\r\n');
  }

  test('is searched among its newest events, with a note', async () => {
    await visitor.open(AUDIT_LOG);
    await visitor.page.getByLabel('Search the audit log').fill('198.51.100.7 signed in');
    await visitor.expectText('0 events Only the newest 10,000 events that match the filters were searched.');
    await visitor.typeDay('To', '01102023');
    await visitor.expectText(/^\s*1 event\s*$/);
    await visitor.expectText('request-7');
  });

  test('is checked, and the page shows the result', async () => {
    await visitor.open(AUDIT_LOG);
    await visitor.press('Check audit log');
    await visitor.expectText('The audit log was changed:');
    await visitor.expectText('Event 1 or its sequence was altered.');
  });

  test('is checked to its end in several requests', async () => {
    const chunk = { intact: true, events: 400_000, last_hash: 'f00d', total: 1_000_000, flaws: [] };
    const chunks = {
      0: { ...chunk, last_sequence: 400_000, next: 400_000 },
      400_000: { ...chunk, events: 600_000, last_sequence: 1_000_000, next: null },
    };
    for (const [after, json] of Object.entries(chunks))
      await visitor.page.route(new RegExp(`verification\\?after=${after}$`), (route) =>
        route.fulfill({ json }),
      );
    await visitor.open(AUDIT_LOG);
    await visitor.press('Check audit log');
    await visitor.expectText('The audit log is intact. It contains 1,000,000 events, all unchanged.');
    await visitor.expectText('Event 1,000,000: f00d');
  });

  test('exports all matching events, not only those on the page', async () => {
    await visitor.open(`${AUDIT_LOG}&to=2025-12-31`);
    await visitor.expectText('The newest 100 events');
    const [header, ...lines] = await exported();
    expect(header).toBe(`\uFEFF${HEADER}`);
    expect(lines.pop()).toBe('');
    const numbers = lines.map((line) => Number(/^"(\d+)"/.exec(line)?.[1]));
    expect(numbers).toEqual(Array.from({ length: EVENTS }, (_, at) => EVENTS - at));
    await visitor.expectText('The file is ready. It contains 19,900 events.');
  });

  test('exports only the results of the search, with a note if the search is limited', async () => {
    await visitor.open(AUDIT_LOG);
    await visitor.page.getByLabel('Search the audit log').fill('request-19890');
    await visitor.expectText('1 event Only the newest 10,000 events');
    const lines = await exported();
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain('"request-19890"');
    await visitor.expectText(
      'The file is ready. It contains 1 event. Only the newest 10,000 events that match the filters were searched.',
    );
  });

  test('offers no file if a part of it cannot be read', async () => {
    let files = 0;
    visitor.page.on('download', () => files++);
    await visitor.page.route(LATER, (route) => route.abort());
    await visitor.open(`${AUDIT_LOG}&to=2025-12-31`);
    await visitor.expectText('The newest 100 events');
    await visitor.press('Export as CSV');
    await visitor.expectText('The export failed because not all events could be read.');
    expect(files).toBe(0);
    await visitor.page.unroute(LATER);
    const downloading = visitor.page.waitForEvent('download');
    await visitor.press('Try again');
    await downloading;
  });
});

function longAuditLog(count: number): string {
  const hour = 3_600_000;
  const last = Date.parse('2025-12-31T12:00:00Z');
  return `
    UPDATE audit_events SET sequence = sequence + 1000000;
    UPDATE audit_heads SET sequence = sequence + 1000000;
    WITH RECURSIVE past(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM past WHERE n < ${count})
    INSERT INTO audit_events (enterprise_key, sequence, at, actor, action, api_key_id, application, details, address, request_id, hash)
    SELECT head.enterprise_key, n, ${last} - (${count} - n) * ${hour},
      CASE WHEN n % 10 = 0 THEN 'admin:olga@havelwerk.example' ELSE 'admin:ines@havelwerk.example' END,
      CASE WHEN n % 10 = 0 THEN 'api_key.updated' ELSE 'sign_in.succeeded' END,
      CASE WHEN n % 10 = 0 THEN 'key-of-old' ELSE '' END,
      CASE WHEN n % 10 = 0 THEN 'Old report' ELSE '' END,
      CASE WHEN n % 10 = 0 THEN '{"previous_application":"Older report"}' ELSE '{"method":"password","role":"admin"}' END,
      CASE WHEN n = 7 THEN '198.51.100.7' ELSE '10.20.4.17' END, 'request-' || n, ''
    FROM past, (SELECT DISTINCT enterprise_key FROM audit_heads) AS head;`;
}
