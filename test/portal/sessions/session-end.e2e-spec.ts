import type { Page } from '@playwright/test';
import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';

const MINUTE = 60_000;

let start: number;

const { service, visitor } = openPortal();

beforeEach(async () => {
  await visitor.page.clock.install();
  await visitor.openKeys();
  await visitor.row('Demo').waitFor(); // a later response would correct the clock of the page
  start = Date.now();
});

const question = (page = visitor.page) => page.getByRole('alertdialog');

/** What the service knows of the session; the minutes are those of the pages' clock, which the service does not share. */
const isLastUsedAt = (minute: number) =>
  service.change(`UPDATE portal_sessions SET last_used_at = ${start + minute * MINUTE}`);
const endsAt = (minute: number) =>
  service.change(`UPDATE portal_sessions SET expires_at = ${start + minute * MINUTE}`);

/** Lets time go by for every window until this one has looked whether it is still signed in. */
async function pass(time: string, page = visitor.page): Promise<void> {
  const looked = page.waitForResponse(/portal\/api\/session\/look$/);
  await page.clock.fastForward(time);
  await looked;
}

async function openAnotherWindow(): Promise<Page> {
  const other = await visitor.page.context().newPage();
  await other.goto(`${service.url}/portal/keys`);
  await other.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  return other;
}

describe('two windows', () => {
  test('that nobody touches keep no session alive', async () => {
    const other = await openAnotherWindow();
    await isLastUsedAt(-29);
    await Promise.all([pass('40:00'), other.waitForResponse(/portal\/api\/session\/look$/)]);
    // two minutes later: it lasts only if a window has used it
    await service.change(`UPDATE portal_sessions SET last_used_at = last_used_at - ${2 * MINUTE}`);
    await pass('00:15');
    await visitor.see('Your session has ended.');
    await other.getByText('Your session has ended.').waitFor();
  });

  test('share their use: the one that waits does not warn', async () => {
    await isLastUsedAt(18);
    await pass('28:30');
    await visitor.page.waitForTimeout(500);
    await expect(question()).toHaveCount(0);
    await pass('18:30');
    await question().waitFor();
  });

  test('share their use: the warning of one goes when the other is used', async () => {
    await pass('28:30');
    await question().waitFor();
    await isLastUsedAt(28);
    await pass('00:10');
    await expect(question()).toHaveCount(0);
  });

  test('share signing out and signing in', async () => {
    const other = await openAnotherWindow();
    await visitor.follow('Sign out');
    await visitor.see('You are signed out.');
    await other.getByText('Your session has ended.').waitFor();
    await visitor.signIn();
    await visitor.heading('API keys');
    await other.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  });
});

test('the first look after the end shows the way in', async () => {
  await isLastUsedAt(-30);
  await pass('30:10');
  await visitor.see('Your session has ended.');
  await expect(visitor.page).toHaveTitle(/Sign in/);
});

describe('the end after twelve hours', () => {
  beforeEach(async () => {
    await endsAt(10);
    await visitor.page.reload();
    await visitor.heading('API keys');
  });

  test('is announced, once, and cannot be put off', async () => {
    await pass('08:30');
    await visitor.see('Your session ends soon');
    await visitor.press('OK');
    await expect(question()).toHaveCount(0);
    await pass('00:15');
    await visitor.page.waitForTimeout(500);
    await expect(question()).toHaveCount(0);
    await endsAt(-1);
    await pass('01:30');
    await visitor.see('Your session has ended.');
  });

  test('is announced to who uses the pages all the time', async () => {
    for (const page of ['Settings', 'API keys', 'Settings']) {
      await visitor.page.clock.fastForward('02:30');
      await visitor.follow(page);
      await visitor.heading(page);
    }
    await pass('00:40');
    await visitor.see('Your session ends soon');
  });
});
