import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import { expect } from '../kit/browser/expect.js';
import { openPortal } from '../kit/browser/portal.js';
import { show, VIEWS } from '../kit/browser/views.js';

const WCAG_2_2_AA: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
const COLOURS: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
const WIDE = { width: 1280, height: 860 };
const NARROW = { width: 360, height: 720 };
/** Where the window is wide enough for the sidebar, which leaves less to the tables. */
const BESIDE_THE_SIDEBAR = [1240, 1024, 900];

/** Texts that end beyond the window, except where one can scroll to them. */
const CUT_OFF = `(() => {
  const scrolls = (element) => element && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const cut = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(text);
    const { right, width } = range.getBoundingClientRect();
    const isSeen = text.parentElement.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
    if (isSeen && width > 1 && right > innerWidth + 1 && !scrolls(text.parentElement)) cut.push(text.data);
  }
  return cut;
})()`;

const { service, visitor } = openPortal();

beforeAll(async () => {
  for (const path of ['/api/v1/device/', '/api/v1/device/id/none']) await service.read(path);
});

/** What axe finds wrong, with the element it is wrong with; in the dark only the colours are different. */
async function violations(): Promise<string[]> {
  await visitor.page.emulateMedia({ colorScheme: 'light' });
  await visitor.evaluate(`${axe.source}; undefined`);
  const found = await violationsOf(WCAG_2_2_AA);
  await visitor.page.emulateMedia({ colorScheme: 'dark' });
  return [...found, ...(await violationsOf(COLOURS))];
}

async function violationsOf(rules: axe.RunOnly): Promise<string[]> {
  const asked = JSON.stringify({ runOnly: rules, resultTypes: ['violations'] });
  const { violations: found } = await visitor.evaluate<axe.AxeResults>(`axe.run(${asked})`);
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Tables of which a part is out of sight. */
const CUT_TABLES = `[...document.querySelectorAll('.data-table-scroll')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map((frame) => frame.textContent)`;

const speak = (language: string) =>
  visitor.page.getByRole('radio', { name: language, includeHidden: true }).dispatchEvent('click');

async function expectToFit(width: number): Promise<void> {
  await visitor.page.waitForTimeout(100); // charts and maps follow their place
  expect(await visitor.evaluate('document.documentElement.scrollWidth')).toBe(width);
  expect(await visitor.evaluate<string[]>(CUT_OFF)).toEqual([]);
  expect(await visitor.evaluate<string[]>(CUT_TABLES)).toEqual([]);
}

async function expectToFitNarrowly(): Promise<void> {
  await expectToFit(NARROW.width);
  expect(await visitor.evaluate(`(({ scrollWidth }) => scrollWidth)(document.querySelector('nav'))`)).toBe(
    NARROW.width,
  );
}

describe('axe finds nothing wrong in the light and in the dark theme', () => {
  test('with signing in', async () => {
    await visitor.come();
    await visitor.open('keys');
    await visitor.page.getByLabel('Password').waitFor();
    expect(await violations()).toEqual([]);
    await visitor.signIn(service.email, 'wrong');
    await visitor.page.getByRole('alert').waitFor();
    expect(await violations()).toEqual([]);
  });

  test('with a new key and the question about leaving it', async () => {
    await visitor.comeToKeys();
    await visitor.createKey('New', 'Apps');
    expect(await violations()).toEqual([]);
    await visitor.press('Done');
    await visitor.see('Leave without the API key?');
    expect(await violations()).toEqual([]);
  });

  test('with the way in that a link leads to, alive and dead', async () => {
    await visitor.comeSignedIn();
    await visitor.open('settings/people');
    await visitor.press('Invite somebody');
    await visitor.page.getByRole('textbox', { name: 'E-mail address' }).fill('olga@havelwerk.example');
    await visitor.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Olga Brandt');
    await visitor.press('Make the link');
    const link = (await visitor.page.locator('section code').first().textContent()) ?? '';
    expect(await violations()).toEqual([]);
    for (const token of [link.replace(/^.*#/, ''), 'link=dead']) {
      await visitor.come({ viewport: NARROW });
      await visitor.page.goto(`${service.url}/portal#${token}`);
      await visitor.page.getByLabel('New password').or(visitor.page.getByRole('alert')).waitFor();
      expect(await violations()).toEqual([]);
      await expectToFit(NARROW.width);
    }
  });

  test('with what is folded away on a telephone', async () => {
    await visitor.comeToKeys({ viewport: NARROW });
    await visitor.press('Appearance and language');
    await visitor.page.getByRole('radio', { name: 'Dark' }).waitFor();
    expect(await violations()).toEqual([]);
  });

  test.each(VIEWS)('with $name, which needs no scrolling sideways at a width of 360 pixels', async (view) => {
    await show(visitor, view);
    expect(await violations()).toEqual([]);
    await visitor.page.setViewportSize(NARROW);
    await expectToFitNarrowly();
    await visitor.page.setViewportSize(WIDE);
    await speak('Deutsch');
    await visitor.page.setViewportSize(NARROW);
    await expectToFitNarrowly();
  });
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
      await expectToFit(width);
    }
  }
});

describe('texts without an end', () => {
  const id = 'D'.repeat(245);

  beforeAll(() => {
    service.change(
      `UPDATE devices SET id = '${id}', model = '${'M'.repeat(400)}', policy_name = '${'P'.repeat(200)}', status = '${'S'.repeat(60)}'
        WHERE id = 'van-02'`,
    );
  });

  test.each([
    ['data', '.data-table'],
    ['data?show=map', '.data-table'],
    [`data/devices/${id}`, '.facts'],
  ])('widen nothing (%#)', async (path, shown) => {
    await visitor.open(path);
    await visitor.page.locator(shown).first().waitFor();
    for (const width of [1280, NARROW.width]) {
      await visitor.page.setViewportSize({ width, height: 720 });
      await expectToFit(width);
    }
  });
});

test.each(['keys', 'one-key'])('the page of %s loads less than 300 kB compressed at first', async (name) => {
  await show(
    visitor,
    VIEWS.find((view) => view.name === name)!,
  );
  const sizes: Record<string, number> = {};
  visitor.page.on('response', (response) => {
    response.body().then(
      (body) => (sizes[response.url()] = gzipSync(body).length),
      () => undefined, // of the page that was left
    );
  });
  await visitor.page.reload({ waitUntil: 'networkidle' });
  await visitor.page.locator('main h1').waitFor();
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  expect(Object.keys(sizes).length).toBeGreaterThan(4);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThan(300_000);
});

test('the chosen theme wins over that of the system and is kept', async () => {
  await visitor.comeToKeys({ colorScheme: 'light' });
  const background = () => visitor.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await background();
  await visitor.page.getByRole('radio', { name: 'Dark' }).click();
  const dark = await background();
  expect(dark).not.toBe(light);
  await visitor.page.reload();
  await visitor.heading('API keys');
  expect(await background()).toBe(dark);
});
