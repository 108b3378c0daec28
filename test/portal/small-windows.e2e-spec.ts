import { expect } from '../kit/browser/expect.js';
import { openPortal } from '../kit/browser/portal.js';
import { show, VIEWS } from '../kit/browser/looks/views.js';

const TELEPHONE = { width: 360, height: 740 };
const LAPTOP = { width: 1280, height: 800 };

const { service, visitor } = openPortal({ context: { viewport: LAPTOP } });

/** Waits until what carries this is where one would press it. */
const toBePressable = (selector: string) =>
  expect
    .poll(() =>
      visitor.evaluate<boolean>(`[...document.querySelectorAll('${selector}')].every((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height - 2));
    })`),
    )
    .toBe(true);

test.each(VIEWS.filter(({ name }) => name.startsWith('key-')))(
  'the buttons of $name are in sight, and what has the focus is not behind them',
  async (view) => {
    await show(visitor, view);
    for (const size of [LAPTOP, TELEPHONE, { width: 640, height: 480 }]) {
      await visitor.page.setViewportSize(size);
      await toBePressable('.dialogue-actions button');
    }
    for (const choice of await visitor.page.getByRole('checkbox').all()) {
      await choice.focus();
      await toBePressable('.scope:has(:focus)');
    }
  },
);

test('theme and language are folded away on a telephone', async () => {
  await visitor.page.setViewportSize(TELEPHONE);
  await visitor.open('keys');
  await visitor.heading('API keys');
  const choices = visitor.page.getByRole('radio');
  const button = (name: string) => visitor.page.getByRole('button', { name, exact: true });
  await expect(choices).toHaveCount(0);
  await button('Appearance and language').press('Enter');
  await visitor.page.getByRole('radio', { name: 'Dark' }).press('Space');
  await visitor.page.getByRole('radio', { name: 'Deutsch' }).press('Space');
  await visitor.page.getByRole('dialog', { name: 'Darstellung und Sprache' }).press('Escape');
  await expect(choices).toHaveCount(0);
  await visitor.heading('API-Schlüssel');
  expect(await visitor.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  const focused = await visitor.evaluate<string>(`document.activeElement.getAttribute('aria-label')`);
  expect(focused).toBe('Darstellung und Sprache');
  await visitor.page.setViewportSize(LAPTOP);
  await expect(choices).toHaveCount(5);
  await expect(visitor.page.getByRole('radio', { name: 'Dunkel' })).toBeChecked();
});

describe('An e-mail address', () => {
  const ADDRESS = 'maximiliane.von-hohenberg@logistik.havelwerk.example';

  beforeEach(() =>
    service.change(`UPDATE audit_events SET actor = 'admin:${ADDRESS}' WHERE actor LIKE 'admin:%';
      UPDATE audit_events SET details = '{"email":"${ADDRESS}"}' WHERE action = 'administrator.added'`),
  );

  /** Of each word of a cell on how many lines it stands. */
  const lines = (cell: string) =>
    visitor.evaluate<number[]>(`(() => {
      const texts = document.createTreeWalker(document.querySelector('${cell}'), NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const found = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { index, 0: word } of text.data.matchAll(/[^-]+/g)) {
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          found.push(new Set([...range.getClientRects()].map(({ top }) => top)).size);
        }
      }
      return found;
    })()`);

  test('breaks at its signs, not in a word', async () => {
    await visitor.open('activity?show=audit');
    await visitor.page.locator('.data-table-cell-who', { hasText: ADDRESS }).first().waitFor();
    for (const size of [LAPTOP, { width: 1024, height: 800 }, TELEPHONE]) {
      await visitor.page.setViewportSize(size);
      for (const cell of [`.data-table-cell-who:has(wbr)`, `.data-table-cell-details:has(wbr)`]) {
        const found = await lines(cell);
        expect(found.length).toBeGreaterThan(4);
        expect(new Set(found)).toEqual(new Set([1]));
      }
    }
  });
});
