import { readFile } from 'node:fs/promises';
import { longTrail } from '../../kit/browser/long-trail.js';
import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';

const EVENTS = 2500;
const HEADER = '"sequence","at","actor","action","api_key_id","application","details","address","request_id"';
/** Every page after the first. */
const LATER = /audit-events\?.*cursor=/;

const { service, visitor } = openPortal();

beforeAll(() => service.change(longTrail(EVENTS)));

async function exported(): Promise<string[]> {
  const downloading = visitor.page.waitForEvent('download');
  await visitor.press('Export as CSV');
  return (await readFile(await (await downloading).path(), 'utf8')).split('\r\n');
}

test('the file has all events that match, not only those that are shown', async () => {
  await visitor.open('activity?show=audit&to=2025-12-31');
  await visitor.see('The newest 100 events');
  const [header, ...lines] = await exported();
  expect(header).toBe(`\uFEFF${HEADER}`);
  expect(lines.pop()).toBe('');
  const numbers = lines.map((line) => Number(/^"(\d+)"/.exec(line)?.[1]));
  expect(numbers).toEqual(Array.from({ length: EVENTS }, (_, at) => EVENTS - at));
  await visitor.see('The file is made. It has 2,500 events.');
});

test('the file has only what is searched for', async () => {
  await visitor.open('activity?show=audit&person=admin:olga@havelwerk.example');
  await visitor.page.getByLabel('Search the audit trail').fill('request-2490');
  await visitor.see('1 of 250 events searched');
  const lines = await exported();
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('"request-2490"');
});

test('what a spreadsheet would run is a text in the file', async () => {
  const name = 'x;=HYPERLINK("y")';
  await visitor.open('keys');
  await visitor.makeKey(name, 'Apps');
  await visitor.open('activity?show=audit&action=api_key.created');
  await visitor.page.getByRole('rowheader').filter({ hasText: name }).waitFor();
  const [, line] = await exported();
  expect(line).toContain(`"x;'=HYPERLINK(""y"")"`);
});

test('a file that is being made says so and can be given up', async () => {
  await visitor.page.route(LATER, () => undefined); // never answered
  await visitor.open('activity?show=audit&to=2025-12-31');
  await visitor.see('The newest 100 events');
  await visitor.press('Export as CSV');
  await visitor.see('The file is being made:');
  await visitor.see('1,000 events');
  await expect(visitor.page.getByRole('button', { name: 'Export as CSV' })).toBeDisabled();
  await visitor.press('Cancel');
  await visitor.expectNowhere('The file is being made:');
});

test('a file of which a part cannot be read is not handed out', async () => {
  let files = 0;
  visitor.page.on('download', () => files++);
  await visitor.page.route(LATER, (route) => route.abort());
  await visitor.open('activity?show=audit&to=2025-12-31');
  await visitor.see('The newest 100 events');
  await visitor.press('Export as CSV');
  await visitor.see('There is no file, because not all events could be read.');
  expect(files).toBe(0);
  await visitor.page.unroute(LATER);
  const downloading = visitor.page.waitForEvent('download');
  await visitor.press('Try again');
  await downloading;
});
