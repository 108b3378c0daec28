import { expect, openPortal } from '../kit/browser/portal.js';
import { overflows, violations, violationsInBothThemes } from '../kit/browser/page-check.js';
import { measureTransfer } from '../kit/browser/transferred.js';
import { openView, VIEWS } from '../kit/browser/views.js';

const WIDE = { width: 1280, height: 860 };
const NARROW = { width: 360, height: 720 };
const MAX_AT_FIRST = 300_000;

const { service, visitor } = openPortal();

beforeEach(async () => {
  for (const path of ['/api/v1/device/', '/api/v1/device/id/none']) await service.read(path);
  await service.runSql(`
    CREATE TEMP TABLE other AS SELECT * FROM administrators LIMIT 1;
    UPDATE other SET id = 'other', email = 'maximiliane@logistik.havelwerk.example', name = 'Maximiliane Brandt', totp_secret = 'sealed';
    INSERT INTO administrators SELECT * FROM other;`);
});

const speak = (language: string) =>
  visitor.page.getByRole('radio', { name: language, includeHidden: true }).dispatchEvent('click');

async function expectToFit(): Promise<void> {
  await visitor.page.waitForTimeout(100);
  expect(await overflows(visitor.page)).toEqual([]);
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

  test('with a new key and the dialog about leaving it', async () => {
    await visitor.openKeys();
    await visitor.createKey('New', 'Apps');
    await expectAccessible();
    await visitor.press('Done');
    await visitor.expectText('Leave without copying the API key?');
    await expectAccessible();
  });

  test.each(['alive', 'dead'])('with the page of a password link, %s', async (state) => {
    const json = { email: 'olga@havelwerk.example', name: 'Olga Brandt', invited: true };
    await visitor.start({ viewport: NARROW });
    if (state === 'alive') await visitor.page.route(/api\/link$/, (route) => route.fulfill({ json }));
    await visitor.page.goto(`${service.url}/portal#link=${'A'.repeat(43)}`);
    await visitor.page.getByLabel('New password').or(visitor.page.getByRole('alert')).waitFor();
    await expectAccessible();
    await expectToFit();
  });

  test.each(VIEWS)('with $name, which loads within 300 kB and fits into 360 pixels', async (view) => {
    const transferred = await measureTransfer(visitor.page);
    await openView(visitor, view);
    expect(transferred.withoutMap).toBeGreaterThan(50_000);
    expect(transferred.withoutMap).toBeLessThan(MAX_AT_FIRST);
    await expectAccessible();
    await visitor.page.setViewportSize(NARROW);
    await expectToFit();
    await visitor.page.setViewportSize(WIDE);
    await speak('Deutsch');
    await visitor.page.setViewportSize(NARROW);
    await expectToFit();
    expect(await violations(visitor.page)).toEqual([]);
  });
});
