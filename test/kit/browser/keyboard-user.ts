import type { Locator, Page } from '@playwright/test';
import { de } from '../../../portal/src/texts/de.js';
import { en, type Texts } from '../../../portal/src/texts/en.js';
import { overflows, violations } from './page-check.js';
import type { PortalService } from './portal-service.js';
import { expect, type Visitor } from './visitor.js';

const TEXTS = { en, de } satisfies Record<string, Texts>;
export type Language = keyof typeof TEXTS;

const PHONE = { width: 360, height: 740 };
const MAX_STOPS = 250;
const IS_FOCUS_VISIBLE = `(() => {
  const { activeElement: focused } = document;
  const { top, bottom } = focused.getBoundingClientRect();
  return focused.matches(':focus-visible') && bottom > 0 && top < innerHeight;
})()`;

type Role = Parameters<Page['getByRole']>[0];

export class KeyboardUser {
  readonly t: Texts;

  constructor(
    private readonly visitor: Visitor,
    private readonly language: Language,
  ) {
    this.t = TEXTS[language];
  }

  private get context() {
    return { viewport: PHONE, locale: this.language };
  }

  get page(): Page {
    return this.visitor.page;
  }

  get service(): PortalService {
    return this.visitor.service;
  }

  start(): Promise<void> {
    return this.visitor.start(this.context);
  }

  startSignedIn(): Promise<void> {
    return this.visitor.startSignedIn(this.context);
  }

  async open(path: string, heading: string): Promise<void> {
    await this.visitor.open(path);
    await this.visitor.expectHeading(heading);
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.start();
    await this.open('account', this.t.signIn.title);
    await this.type(this.byRole('textbox', this.t.signIn.email), email);
    await this.type(this.page.getByLabel(this.t.signIn.password), password);
    await this.keys('Enter');
  }

  byRole(role: Role, name: string | RegExp): Locator {
    return this.page.getByRole(role, { name, exact: true }).last();
  }

  /** Presses Tab until the target has the focus, and checks that it is visible. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    const focused = target.and(this.page.locator(':focus'));
    let stops = 0;
    for (; (await focused.count()) === 0; stops++) {
      if (stops === MAX_STOPS) throw new Error(`The Tab key does not lead to ${String(target)}`);
      await this.keys('Tab');
    }
    if (stops > 0) await expect.poll(() => this.page.evaluate<boolean>(IS_FOCUS_VISIBLE)).toBe(true);
  }

  async press(name: string | RegExp, role: Role = 'button'): Promise<void> {
    await this.tabTo(this.byRole(role, name));
    await this.keys(role === 'checkbox' ? 'Space' : 'Enter');
  }

  async confirm(name: string): Promise<void> {
    const dialog = this.page.locator('[role=dialog], [role=alertdialog]');
    await this.tabTo(dialog.getByRole('button', { name, exact: true }));
    await this.keys('Enter');
  }

  async enter(text: string): Promise<void> {
    await this.page.locator('input:focus, textarea:focus').waitFor();
    await this.keys('Control+A', 'Delete');
    await this.page.keyboard.type(text);
  }

  async submit(text: string): Promise<void> {
    await this.enter(text);
    await this.keys('Enter');
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.tabTo(field);
    await this.enter(text);
  }

  async fill(label: string, text: string): Promise<void> {
    await this.type(this.byRole('textbox', label), text);
  }

  async choose(label: string, option: string): Promise<void> {
    await this.press(new RegExp(`${label}$`));
    await this.page.getByRole('listbox').waitFor();
    await this.page.keyboard.type(option);
    await expect(this.page.getByRole('option', { name: option, exact: true })).toBeFocused();
    await this.keys('Enter');
  }

  async keys(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  expectHeading(name: string): Promise<void> {
    return this.visitor.expectHeading(name);
  }

  async expectText(text: string | RegExp): Promise<void> {
    await this.visitor.expectText(text);
  }

  /** Checks the page with axe, and that it fits into the window. */
  async expectAccessible(): Promise<void> {
    expect(await violations(this.page)).toEqual([]);
    await expect.poll(() => overflows(this.page)).toEqual([]);
  }
}
