import { expect } from '../kit/browser/expect.js';
import { openPortal } from '../kit/browser/portal.js';
import { misfits, violations, violationsInBothThemes } from '../kit/browser/looks/page-check.js';
import { followLine } from '../kit/browser/looks/transferred.js';
import { show, VIEWS } from '../kit/browser/looks/views.js';

const WIDE = { width: 1280, height: 860 };
const NARROW = { width: 360, height: 720 };
/** Where the window is wide enough for the sidebar, which leaves less to the tables. */
const BESIDE_THE_SIDEBAR = [1700, 1240, 1024, 900];
const MOST_AT_FIRST = 300_000;

const { service, visitor } = openPortal();

beforeEach(async () => {
  for (const path of ['/api/v1/device/', '/api/v1/device/id/none']) await service.read(path);
  // an administrator with a second factor has the most buttons
  await service.change(`
    CREATE TEMP TABLE other AS SELECT * FROM administrators LIMIT 1;
    UPDATE other SET id = 'other', email = 'maximiliane@logistik.havelwerk.example', name = 'Maximiliane Brandt', totp_secret = 'sealed';
    INSERT INTO administrators SELECT * FROM other;`);
});

const speak = (language: string) =>
  visitor.page.getByRole('radio', { name: language, includeHidden: true }).dispatchEvent('click');

async function expectToFit(): Promise<void> {
  await visitor.page.waitForTimeout(100); // charts and maps follow their place
  expect(await misfits(visitor.page)).toEqual([]);
}

const expectAccessible = async () => expect(await violationsInBothThemes(visitor.page)).toEqual([]);

describe('axe finds nothing wrong in the light and in the dark theme', () => {
  test('with signing in', async () => {
    await visitor.start();
    await visitor.open('keys');
    await visitor.page.getByLabel('Password').waitFor();
    await expectAccessible();
    await visitor.signIn(service.email, 'wrong');
    await visitor.page.getByRole('alert').waitFor();
    await expectAccessible();
  });

  test('with a new key and the question about leaving it', async () => {
    await visitor.openKeys();
    await visitor.createKey('New', 'Apps');
    await expectAccessible();
    await visitor.press('Done');
    await visitor.see('Leave without copying the API key?');
    await expectAccessible();
  });

  test.each(['alive', 'dead'])('with the way in that a link leads to, %s', async (state) => {
    const json = { email: 'olga@havelwerk.example', name: 'Olga Brandt', invited: true };
    await visitor.start({ viewport: NARROW });
    if (state === 'alive') await visitor.page.route(/api\/link$/, (route) => route.fulfill({ json }));
    await visitor.page.goto(`${service.url}/portal#link=${'A'.repeat(43)}`);
    await visitor.page.getByLabel('New password').or(visitor.page.getByRole('alert')).waitFor();
    await expectAccessible();
    await expectToFit();
  });

  test('with what is folded away on a telephone', async () => {
    await visitor.page.setViewportSize(NARROW);
    await visitor.openKeys();
    await visitor.press('Appearance and language');
    await visitor.page.getByRole('radio', { name: 'Dark' }).waitFor();
    await expectAccessible();
  });

  test.each(VIEWS)(
    'with $name, which comes within 300 kB beside the map, and needs no scrolling sideways at a width of 360 pixels',
    async (view) => {
      const transferred = await followLine(visitor.page);
      await show(visitor, view);
      expect(transferred.besideMap).toBeGreaterThan(50_000);
      expect(transferred.besideMap).toBeLessThan(MOST_AT_FIRST);
      await expectAccessible();
      await visitor.page.setViewportSize(NARROW);
      await expectToFit();
      await visitor.page.setViewportSize(WIDE);
      await speak('Deutsch');
      await visitor.page.setViewportSize(NARROW);
      await expectToFit();
      expect(await violations(visitor.page)).toEqual([]);
    },
  );
});

const TABLES = VIEWS.filter(({ name }) =>
  ['keys', 'calls', 'activity', 'audit', 'devices', 'fleet-map', 'apps', 'people'].includes(name),
);

test.each(TABLES)('nothing of the table of $name is cut off beside the sidebar', async (view) => {
  await visitor.page.setViewportSize({ width: 1240, height: 860 });
  await show(visitor, view);
  for (const language of ['English', 'Deutsch']) {
    await speak(language);
    for (const width of BESIDE_THE_SIDEBAR) {
      await visitor.page.setViewportSize({ width, height: 860 });
      await expectToFit();
    }
  }
});

describe('texts without an end', () => {
  const id = 'D'.repeat(245);

  beforeEach(() =>
    service.change(
      `UPDATE devices SET id = '${id}', model = '${'M'.repeat(400)}', policy_name = '${'P'.repeat(200)}', status = '${'S'.repeat(60)}'
        WHERE id = 'van-02'`,
    ),
  );

  test.each([
    ['data', '.data-table'],
    ['data?show=map', '.data-table'],
    [`data/devices/${id}`, '.facts'],
  ])('widen nothing (%#)', async (path, shown) => {
    await visitor.open(path);
    await visitor.page.locator(shown).first().waitFor();
    for (const width of [1280, NARROW.width]) {
      await visitor.page.setViewportSize({ width, height: 720 });
      await expectToFit();
    }
  });
});

test('the chosen theme wins over that of the system and is kept', async () => {
  await visitor.page.emulateMedia({ colorScheme: 'light' });
  await visitor.openKeys();
  const background = () => visitor.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await background();
  await visitor.page.getByRole('radio', { name: 'Dark' }).click();
  const dark = await background();
  expect(dark).not.toBe(light);
  await visitor.page.reload();
  await visitor.heading('API keys');
  expect(await background()).toBe(dark);
});
