import type { Locator, Page } from '@playwright/test';
import { de } from '../../../portal/src/texts/de.js';
import { en, type Texts } from '../../../portal/src/texts/en.js';
import { misfits, violations } from './looks/page-check.js';
import type { PortalService } from './portal-service.js';
import { expect, type Visitor } from './visitor.js';

const TEXTS = { en, de } satisfies Record<string, Texts>;
export type Language = keyof typeof TEXTS;

const PHONE = { width: 360, height: 740 };
const MAX_STOPS = 250;
const IS_SEEN = `(() => {
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
    await this.visitor.heading(heading);
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.start();
    await this.open('account', this.t.signIn.title);
    await this.type(this.named('textbox', this.t.signIn.email), email);
    await this.type(this.page.getByLabel(this.t.signIn.password), password);
    await this.keys('Enter');
  }

  named(role: Role, name: string | RegExp): Locator {
    return this.page.getByRole(role, { name, exact: true }).last();
  }

  /** Presses Tab until the target has the focus, and checks that it is visible. */
  async reach(target: Locator): Promise<void> {
    await target.waitFor();
    const reached = target.and(this.page.locator(':focus'));
    let stops = 0;
    for (; (await reached.count()) === 0; stops++) {
      if (stops === MAX_STOPS) throw new Error(`The Tab key does not lead to ${String(target)}`);
      await this.keys('Tab');
    }
    if (stops > 0) await expect.poll(() => this.page.evaluate<boolean>(IS_SEEN)).toBe(true);
  }

  async press(name: string | RegExp, role: Role = 'button'): Promise<void> {
    await this.reach(this.named(role, name));
    await this.keys(role === 'checkbox' ? 'Space' : 'Enter');
  }

  async answer(name: string): Promise<void> {
    const dialog = this.page.locator('[role=dialog], [role=alertdialog]');
    await this.reach(dialog.getByRole('button', { name, exact: true }));
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
    await this.reach(field);
    await this.enter(text);
  }

  async fill(label: string, text: string): Promise<void> {
    await this.type(this.named('textbox', label), text);
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

  heading(name: string): Promise<void> {
    return this.visitor.heading(name);
  }

  async see(text: string | RegExp): Promise<void> {
    await this.visitor.see(text);
  }

  /** Checks the page with axe, and that it fits into the window. */
  async look(): Promise<void> {
    expect(await violations(this.page)).toEqual([]);
    await expect.poll(() => misfits(this.page)).toEqual([]);
  }
}
