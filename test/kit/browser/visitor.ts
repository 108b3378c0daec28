import {
  expect as expectAtOnce,
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '@playwright/test';
import type { PortalService } from './portal-service.js';

const TIMEOUT_MS = 15_000;

export const expect = expectAtOnce.configure({ timeout: TIMEOUT_MS });

type DayLabel = 'From' | 'To';

export class Visitor {
  page!: Page;
  errors: string[] = [];
  requestedUrls: string[] = [];

  constructor(
    private readonly browser: () => Browser,
    readonly service: PortalService,
  ) {}

  async start(options: BrowserContextOptions = {}): Promise<void> {
    await this.close();
    const context = await this.browser().newContext({
      viewport: { width: 1280, height: 860 },
      reducedMotion: 'reduce', // Avoids checks during a color transition
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    this.page = await context.newPage();
    this.page.setDefaultTimeout(TIMEOUT_MS);
    [this.errors, this.requestedUrls] = [[], []];
    this.listen();
  }

  async startSignedIn(options: BrowserContextOptions = {}): Promise<void> {
    const { url, email, password, session } = this.service;
    await this.start({ ...options, ...(session && { storageState: session }) });
    if (session) return;
    const context = this.page.context();
    const response = await context.request.post(`${url}/portal/api/session`, { data: { email, password } });
    expect(response.status()).toBe(200);
    this.service.session = await context.storageState();
  }

  async open(path: string): Promise<void> {
    await this.page.goto(`${this.service.url}/portal/${path}`);
  }

  async openKeys(): Promise<void> {
    await this.open('keys');
    await this.expectHeading('API keys');
  }

  async signIn(email = this.service.email, password = this.service.password): Promise<void> {
    await this.page.getByLabel('E-mail address').fill(email);
    await this.page.getByLabel('Password').fill(password);
    await this.press('Sign in');
  }

  async expectHeading(name: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  }

  /** Returns the last button of this name, because a dialog comes after the page that opened it. */
  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true }).last();
  }

  async press(name: string): Promise<void> {
    await this.button(name).click();
  }

  async followLink(link: string): Promise<void> {
    await this.page.getByRole('link', { name: link }).click();
  }

  async choose(label: string, option: string): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`${label}$`) }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  row(text: string): Locator {
    return this.page.getByRole('row').filter({ hasText: text });
  }

  async expectText(text: string | RegExp): Promise<void> {
    await expect(this.page.getByText(text).first()).toBeVisible();
  }

  async expectNoText(text: string | RegExp): Promise<void> {
    await expect(this.page.getByText(text)).toHaveCount(0);
  }

  async switchToGerman(): Promise<void> {
    await this.page.getByRole('radio', { name: 'Deutsch' }).click();
  }

  day(label: DayLabel): Locator {
    return this.page.getByRole('group', { name: label, exact: true });
  }

  async shownDay(label: DayLabel): Promise<string> {
    await this.day(label).waitFor();
    return (await this.day(label).getByRole('spinbutton').allTextContents()).toReversed().join('-');
  }

  async typeDay(label: DayLabel, keys: string): Promise<void> {
    await this.day(label).getByRole('spinbutton').first().focus();
    await this.page.keyboard.type(keys, { delay: 40 });
  }

  async clearDay(label: DayLabel): Promise<void> {
    for (const part of await this.day(label).getByRole('spinbutton').all())
      for (let digits = 0; digits < 4; digits++) await part.press('Backspace');
  }

  async fillKeyForm(application: string, ...scopes: string[]): Promise<void> {
    await this.page.getByLabel('Application name').fill(application);
    for (const scope of scopes) await this.page.getByRole('checkbox', { name: scope }).press('Space');
  }

  /** Holds the responses of an address, until the returned function is called. */
  async holdResponse(url: string | RegExp): Promise<() => void> {
    let respond: () => void;
    const held = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await this.page.route(url, async (route) => {
      const response = await route.fetch();
      await held;
      await route.fulfill({ response });
    });
    return respond!;
  }

  async createKey(application: string, ...scopes: string[]): Promise<string> {
    await this.press('Create API key');
    await this.fillKeyForm(application, ...scopes);
    await this.press('Create API key');
    return this.shownKey();
  }

  async createAndCopyKey(application: string, ...scopes: string[]): Promise<string> {
    const key = await this.createKey(application, ...scopes);
    await this.press('Copy API key');
    await this.expectText('API key copied.');
    return key;
  }

  async shownKey(): Promise<string> {
    return (await this.page.locator('.issued code').first().textContent()) ?? '';
  }

  queryParameter(name: string): string | null {
    return new URL(this.page.url()).searchParams.get(name);
  }

  evaluate<T>(expression: string): Promise<T> {
    return this.page.evaluate<T>(expression);
  }

  async expectFocus(text: string): Promise<void> {
    await expect.poll(() => this.evaluate('document.activeElement.textContent')).toBe(text);
  }

  async close(): Promise<void> {
    await (this.page as Page | undefined)?.context().close();
  }

  private listen(): void {
    const { page, requestedUrls, errors } = this;
    page.on('request', (request) => requestedUrls.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      // Ignores error responses, and the driver's messages about slow software rendering
      const isExpected = /^Failed to load resource|GL Driver Message/.test(message.text());
      if (['error', 'warning'].includes(message.type()) && !isExpected) errors.push(message.text());
    });
  }
}
