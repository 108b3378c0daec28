import {
  type Browser,
  BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import type { PortalService } from './portal-service.js';

type StoredState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Signing in is slow on purpose; whoever does not test it signs in once for a service. */
const signedInStates = new WeakMap<PortalService, StoredState>();

const PATIENCE_MS = 15_000;

type DayLabel = 'From' | 'To';

/** Somebody in front of the portal, in a browser of their own that knows nothing yet. */
export class Visitor {
  /** What the browser complained about, besides answers that say no. */
  readonly complaints: string[] = [];
  /** Every address that was asked for. */
  readonly asked: string[] = [];

  private constructor(
    readonly page: Page,
    readonly service: PortalService,
  ) {
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('request', (request) => this.asked.push(request.url()));
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      const isAnswer = message.text().startsWith('Failed to load resource');
      if (['error', 'warning'].includes(message.type()) && !isAnswer) this.complaints.push(message.text());
    });
  }

  static async come(
    browser: Browser,
    service: PortalService,
    options: BrowserContextOptions = {},
  ): Promise<Visitor> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 860 },
      reducedMotion: 'reduce', // no colour is on its way to another when it is looked at
      ...options,
    });
    return new Visitor(await context.newPage(), service);
  }

  /** Somebody who has signed in already and has not opened a page yet. */
  static async withSession(
    browser: Browser,
    service: PortalService,
    options?: BrowserContextOptions,
  ): Promise<Visitor> {
    let storageState = signedInStates.get(service);
    if (!storageState) {
      const first = await Visitor.come(browser, service);
      await first.open('keys');
      await first.signInAtLast();
      await first.heading('API keys');
      storageState = await first.page.context().storageState();
      signedInStates.set(service, storageState);
      await first.leave();
    }
    return Visitor.come(browser, service, { ...options, storageState });
  }

  /** Somebody who has signed in and looks at the keys. */
  static async signedIn(
    browser: Browser,
    service: PortalService,
    options?: BrowserContextOptions,
  ): Promise<Visitor> {
    const visitor = await Visitor.withSession(browser, service, options);
    await visitor.open('keys');
    await visitor.heading('API keys');
    return visitor;
  }

  async open(path: string): Promise<void> {
    await this.page.goto(`${this.service.url}/portal/${path}`);
  }

  async signIn(email = this.service.email, password = this.service.password): Promise<void> {
    await this.page.getByLabel('E-mail address').fill(email);
    await this.page.getByLabel('Password').fill(password);
    await this.press('Sign in');
  }

  /** Where many tests run at once, the service may have too much to do and say so. */
  private async signInAtLast(): Promise<void> {
    const refused = this.page.getByText('The service is busy');
    for (let tries = 0; tries < 5; tries++) {
      await this.signIn();
      await refused.or(this.page.getByRole('heading', { level: 1, name: 'API keys' })).waitFor();
      if (!(await refused.isVisible())) return;
      await this.page.waitForTimeout(1_000);
    }
  }

  /** Waits for the page of this name. */
  async heading(name: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  async see(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Waits for what no text on the page says. */
  async until(isSo: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await isSo())) {
      if (Date.now() > deadline) throw new Error('It did not come about');
      await this.page.waitForTimeout(50);
    }
  }

  /** Waits until so many are on the page: what was changed is shown a moment after it is said to be. */
  async counts(shown: Locator, count: number): Promise<void> {
    await this.until(async () => (await shown.count()) === count);
  }

  /** The field for a day with this label. */
  day(label: DayLabel): Locator {
    return this.page.getByRole('group', { name: label, exact: true });
  }

  /** The day in a field, as YYYY-MM-DD; English has it the other way round. */
  async shownDay(label: DayLabel): Promise<string> {
    await this.day(label).waitFor();
    return (await this.day(label).getByRole('spinbutton').allTextContents()).toReversed().join('-');
  }

  /** Key by key, as a person does, from the first part of a day on. */
  async typeDay(label: DayLabel, keys: string): Promise<void> {
    await this.day(label).getByRole('spinbutton').first().focus();
    await this.page.keyboard.type(keys, { delay: 40 });
  }

  /** Makes a key and returns it as the page shows it. */
  async createKey(application: string, ...scopes: string[]): Promise<string> {
    await this.press('Create an API key');
    await this.page.getByLabel('Application name').fill(application);
    for (const scope of scopes) await this.page.getByRole('checkbox', { name: scope }).press('Space');
    await this.press('Create API key');
    return this.shownKey();
  }

  async shownKey(): Promise<string> {
    const key = await this.page.locator('.issued-key code').first().textContent();
    return key ?? '';
  }

  /** What script of the page itself would see; the page's policy holds for it. */
  evaluate<T>(expression: string): Promise<T> {
    return this.page.evaluate<T>(expression);
  }

  async leave(): Promise<void> {
    await this.page.context().close();
  }
}
