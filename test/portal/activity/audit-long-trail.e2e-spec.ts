import { readFile } from 'node:fs/promises';
import { longTrail } from '../../kit/browser/long-trail.js';
import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';

const EVENTS = 19_900;
const TRAIL = 'activity?show=audit';
const HEADER = '"sequence","at","actor","action","api_key_id","application","details","address","request_id"';
/** Every page after the first. */
const LATER = /audit-events\?.*cursor=/;

const { service, visitor } = openPortal();

beforeEach(() => service.change(longTrail(EVENTS)));

async function exported(): Promise<string[]> {
  const downloading = visitor.page.waitForEvent('download');
  await visitor.press('Export as CSV');
  return (await readFile(await (await downloading).path(), 'utf8')).split('\r\n');
}

test('A long trail is searched a step at a time, and the reader goes on', async () => {
  await visitor.open(TRAIL);
  await visitor.page.getByLabel('Search the audit trail').fill('198.51.100.7 signed in');
  await visitor.see(/^0 of 1\d,\d\d\d events searched$/);
  await visitor.press('Search the next 10,000 events');
  await visitor.see(/^1 of 1\d,\d\d\d events searched$/);
  await visitor.see('request-7');
  const asked = visitor.asked.filter((url) => url.includes('search='));
  expect(asked.length).toBeLessThan(20);
});

test('The check of a trail tells what it found', async () => {
  await visitor.open(TRAIL);
  await visitor.press('Check the trail');
  await visitor.see('The trail is not as it was written:');
  await visitor.see('Event 1, or its place, was altered.');
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
    await visitor.press('Check the trail');
    await visitor.see('400,000 of 1,000,000 events');
    const bar = visitor.page.getByRole('progressbar', { name: 'The trail is being checked:' });
    await expect(bar).toHaveAttribute('value', '400000');
    await visitor.press('Cancel');
    await expect(bar).toHaveCount(0);
  });

  test('comes to its end', async () => {
    await visitor.page.route(/verification\?after=400000$/, (route) =>
      route.fulfill({ json: { ...piece, events: 600_000, last_sequence: 1_000_000, next: null } }),
    );
    await visitor.press('Check the trail');
    await visitor.see('The trail is intact. It has 1,000,000 events, all as they were written.');
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
  await visitor.see('The file is made. It has 19,900 events.');
});

test('the file has only what is searched for', async () => {
  await visitor.open(`${TRAIL}&person=admin:olga@havelwerk.example`);
  await visitor.page.getByLabel('Search the audit trail').fill('request-2490');
  await visitor.see('1 of 1,990 events searched');
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
  await visitor.open(`${TRAIL}&to=2025-12-31`);
  await visitor.see('The newest 100 events');
  await visitor.press('Export as CSV');
  await visitor.see('There is no file, because not all events could be read.');
  expect(files).toBe(0);
  await visitor.page.unroute(LATER);
  const downloading = visitor.page.waitForEvent('download');
  await visitor.press('Try again');
  await downloading;
});
