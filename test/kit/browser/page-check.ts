import type { Page } from '@playwright/test';
import axe from 'axe-core';

const WCAG_2_2_AA: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** Adds tooltips to axe's own regions, because they belong to the focused control and not to a part of the page. */
const REGIONS = 'dialog, [role=dialog], [role=alertdialog], svg, [role=tooltip]';
const CHECKS = JSON.stringify({ checks: [{ id: 'region', options: { regionMatcher: REGIONS } }] });
const COLOURS: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

export async function violations(page: Page, runOnly: axe.RunOnly = WCAG_2_2_AA): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window')))
    await page.evaluate(`${axe.source}; axe.configure(${CHECKS})`);
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] });
  const { violations: found } = await page.evaluate<axe.AxeResults>(`axe.run(${options})`);
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Checks both themes. The dark one differs only in its colors. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const found = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...found, ...(await violations(page, COLOURS))];
}

/** Finds texts that overflow the window, clipped tables, and a page that scrolls sideways. */
const OVERFLOWS = `(() => {
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
  for (const { scrollWidth, clientWidth, textContent } of document.querySelectorAll('.data-table-scroll, nav'))
    if (scrollWidth > clientWidth) cut.push(textContent);
  const { scrollWidth } = document.documentElement;
  if (scrollWidth !== innerWidth) cut.push('the page is ' + scrollWidth + ' pixels wide');
  return cut;
})()`;

export const overflows = (page: Page): Promise<string[]> => page.evaluate<string[]>(OVERFLOWS);
