import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, openPortal } from '../kit/browser/portal.js';
import { temporaryFolder } from '../kit/process/sandbox.js';
import { openView, VIEWS, type View } from '../kit/browser/views.js';

const FOLDER = process.env.TEST_SCREENSHOTS;
const VIEWPORT = { width: 1280, height: 1040 };
const DAY_MS = 86_400_000;
const LEAST_BYTES = 15_000;

let folder: string;

const { service, visitor } = openPortal({
  context: { viewport: VIEWPORT, locale: 'en-GB' },
  enterprise: { id: 'havelwerk-logistik', email: 'demo@havelwerk.example' },
});

beforeAll(async () => {
  folder = FOLDER ?? (await temporaryFolder());
  await mkdir(folder, { recursive: true });
});

beforeEach(async () => {
  await service.createKey('Night report', ['device:GetList', 'device:GetDataUsage']);
  await service.createKey('Fleet dashboard', ['device:GetList', 'device:GetDetail', 'device:GetLocation']);
  await service.createKey('App audit', ['device:GetList', 'device:GetApplication', 'device:GetScreenTime']);
  await service.runSql(PAST);
  for (const path of ['/api/v1/device/', '/api/v1/device/id/none', '/api/v1/device/?nonsense=1'])
    await service.call(service.demoKey, path);
});

const PAST = `
  UPDATE api_keys SET created_at = created_at - length(application) * ${5 * DAY_MS},
    last_used_at = CASE WHEN application = 'Demo' THEN NULL ELSE created_at - length(application) * 730000 END;
  WITH RECURSIVE past(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM past WHERE n < 30), made AS (
    SELECT enterprise_key, api_keys.id AS id, application, scope.value AS scope, length(scope.value) + length(application) AS size
    FROM api_keys, json_each('["' || replace(scopes, ' ', '","') || '"]') AS scope WHERE application <> 'Demo'
  ), hours AS (
    SELECT *, ${Math.floor(Date.now() / DAY_MS) * DAY_MS} - n * ${DAY_MS} AS hour,
      20 + (n * 37 + size * 29) % 60 AS requests FROM made, past
  )
  INSERT INTO key_activity (enterprise_key, hour, api_key_id, scope, application, requests, errors, refused, records, bytes)
  SELECT enterprise_key, hour, id, scope, application, requests, (n * 7 + size) % 11 / 10, (n * 5 + size) % 13 / 11 * 2,
    requests * 48, requests * 64000 FROM hours`;

const taken: string[] = [];
const picture = (name: string): string => join(folder, `portal-${name}.png`);

async function take(name: string): Promise<void> {
  await visitor.page.mouse.move(0, 0);
  await visitor.page.waitForTimeout(150);
  await visitor.page.screenshot({ path: picture(name), animations: 'disabled' });
  expect((await stat(picture(name))).size).toBeGreaterThan(LEAST_BYTES);
  taken.push(name);
}

const named = (name: string): View => VIEWS.find((view) => view.name === name)!;
const pages = VIEWS.filter(
  ({ name }) =>
    !/^(missing|key-mistakes|which-key|all-calls|track-of-days|data-pages-off|calendar|second-factor.*)$/.test(
      name,
    ),
);

test.each(pages)('takes a picture of $name', async (view) => {
  await openView(visitor, view);
  await take(view.name);
});

test('takes a picture of signing in', async () => {
  await visitor.start({ viewport: { width: 1280, height: 760 } });
  await visitor.open('keys');
  await visitor.page.getByLabel('Password').waitFor();
  await take('sign-in');
});

test('takes a picture of a new key', async () => {
  await openView(visitor, named('keys'));
  await visitor.createKey('Warehouse screen', 'Device list');
  await take('key-issued');
  await visitor.press('Copy API key');
});

test('takes pictures in dark mode, in German, and on a phone', async () => {
  await visitor.page.emulateMedia({ colorScheme: 'dark' });
  await openView(visitor, named('activity'));
  await take('activity-dark');
  await openView(visitor, named('track'));
  await take('track-dark');
  await visitor.page.emulateMedia({ colorScheme: 'light' });
  await visitor.switchToGerman();
  await openView(visitor, named('keys'));
  await take('keys-german');
  await visitor.page.getByRole('radio', { name: 'English' }).click();
  await visitor.page.setViewportSize({ width: 360, height: 740 });
  await openView(visitor, named('keys'));
  await take('keys-narrow');
});

test('the portal page of the documentation shows every picture', async () => {
  const page = await readFile('docs/admin/portal.md', 'utf8');
  expect(taken.length).toBeGreaterThan(15);
  expect(taken.filter((name) => !page.includes(`images/portal-${name}.png`))).toEqual([]);
});
