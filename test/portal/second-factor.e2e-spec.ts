import axe from 'axe-core';
import { Authenticator } from '../kit/app/second-factor.js';
import { expect } from '../kit/browser/expect.js';
import { openPortal } from '../kit/browser/portal.js';

const { service, visitor } = openPortal();

const PASSWORD = 'a few words in a row';
const NARROW = { width: 360, height: 740 };
let invited = 0;

const field = (name: string) => visitor.page.getByLabel(name, { exact: true });
const keys = () => visitor.page.keyboard;

/** Somebody of their own, who has just signed in. */
async function somebody(): Promise<string> {
  const email = `factor-${++invited}@havelwerk.example`;
  await visitor.comeSignedIn();
  const answer = await visitor.page.request.post(`${service.url}/internal/v1/people`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { email, name: `Olga ${invited}`, role: 'viewer' },
  });
  const { link } = (await answer.json()) as { link: string };
  await visitor.page.request.post(`${service.url}/portal/api/link/password`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { token: link.slice(-43), password: PASSWORD },
  });
  await visitor.come({ viewport: NARROW });
  await visitor.open('account');
  await visitor.signIn(email, PASSWORD);
  await visitor.heading('Account');
  return email;
}

/** The secret that is shown, in the app. */
async function app(): Promise<Authenticator> {
  await expect(visitor.page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret =
    (await visitor.page
      .locator('code')
      .filter({ hasText: /^[A-Z2-7]{32}$/ })
      .textContent()) ?? '';
  const link = visitor.page.getByRole('link', { name: 'Open in an app on this device' });
  expect(await link.getAttribute('href')).toContain(`secret=${secret}&`);
  return new Authenticator(secret);
}

/** Turns it on by keyboard alone. */
async function turnOn(): Promise<{ authenticator: Authenticator; codes: string[] }> {
  await visitor.button('Turn on the second factor').press('Enter');
  await keys().type(PASSWORD);
  await keys().press('Enter');
  const authenticator = await app();
  await expect(field('Code from the app')).toBeFocused();
  await keys().type(authenticator.code());
  await keys().press('Enter');
  return { authenticator, codes: await shownCodes() };
}

async function shownCodes(): Promise<string[]> {
  await expect(visitor.page.getByRole('region', { name: 'Your recovery codes' })).toBeFocused();
  const text = (await visitor.page.locator('.second-factor-codes code').textContent()) ?? '';
  const codes = text.split('\n');
  expect(codes).toHaveLength(10);
  await visitor.button('I have kept them').press('Enter');
  return codes;
}

/** To where the code is asked for. */
async function halfway(email: string): Promise<void> {
  await visitor.come({ viewport: NARROW });
  await visitor.open('keys');
  await visitor.signIn(email, PASSWORD);
  await visitor.heading('Enter the code');
  await expect(field('Code')).toBeFocused();
}

async function expectAccessible(): Promise<void> {
  await visitor.evaluate(`${axe.source}; undefined`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await visitor.page.emulateMedia({ colorScheme });
    const { violations } = await visitor.evaluate<axe.AxeResults>('axe.run()');
    expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
  }
  expect(await visitor.evaluate('document.documentElement.scrollWidth')).toBe(NARROW.width);
}

test('is turned on by keyboard, asked for at the next sign-in, and turned off', async () => {
  const email = await somebody();
  await visitor.button('Turn on the second factor').press('Enter');
  await keys().type('not the password');
  await keys().press('Enter');
  await visitor.see('The present password is not right.');
  await expect(field('Present password').last()).toBeFocused();
  await keys().press('Escape');
  const { authenticator } = await turnOn();
  await visitor.see('10 recovery codes are left.');

  await halfway(email);
  await keys().press('Enter');
  await visitor.see('Enter the code.');
  await keys().type(authenticator.wrongCode());
  await keys().press('Enter');
  await visitor.see('The code is not right, or was used already.');
  await expect(field('Code')).toBeFocused();
  await expectAccessible();
  await keys().press('Control+A');
  await keys().type(authenticator.code(1));
  await keys().press('Enter');
  await visitor.heading('API keys');

  await visitor.open('account');
  await visitor.button('Turn off the second factor').press('Enter');
  await keys().type(PASSWORD);
  await keys().press('Enter');
  await visitor.see('The second factor is off.');
  await visitor.come();
  await visitor.open('keys');
  await visitor.signIn(email, PASSWORD);
  await visitor.heading('API keys');
});

test('recovery codes let in once, and others take their place', async () => {
  const email = await somebody();
  const { codes } = await turnOn();
  await halfway(email);
  await keys().type(codes[0]!);
  await keys().press('Enter');
  await visitor.heading('API keys');
  await visitor.open('account');
  await visitor.see('9 recovery codes are left.');
  await visitor.button('New recovery codes').press('Enter');
  await keys().type(PASSWORD);
  await keys().press('Enter');
  const others = await shownCodes();
  expect(others.filter((code) => codes.includes(code))).toEqual([]);
  await halfway(email);
  await keys().type(codes[1]!);
  await keys().press('Enter');
  await visitor.see('The code is not right');
  await visitor.press('Back to the password');
  await visitor.heading('Sign in');
});

test('where it is required, it is set up before anything else; an administrator resets it', async () => {
  await visitor.comeSignedIn();
  await visitor.open('settings');
  await visitor.button('Require it').press('Enter');
  await visitor.page.getByRole('alertdialog').getByRole('button', { name: 'Require it' }).press('Enter');
  await visitor.see('A second factor is required from the next sign-in on.');
  const email = `factor-${invited}@havelwerk.example`; // who has one already
  await halfway(email);

  await visitor.come({ viewport: NARROW });
  await visitor.open('keys');
  await visitor.signIn(service.email, service.password);
  await visitor.heading('Set up a second factor');
  await expectAccessible();
  await visitor.button('Set it up now').press('Enter');
  const authenticator = await app();
  await expectAccessible();
  await visitor.speakGerman();
  await visitor.heading('Zweiten Faktor einrichten');
  await field('Code aus der App').fill(authenticator.code());
  await keys().press('Enter');
  await visitor.see('Ihre Wiederherstellungscodes');
  await expectAccessible();
  await visitor.button('Ich habe sie aufbewahrt').press('Enter');
  await visitor.heading('API-Schlüssel');

  await visitor.page.setViewportSize({ width: 1280, height: 860 });
  await visitor.open('settings/people');
  await visitor.row(email).getByText('Faktor zurücksetzen').press('Enter');
  await visitor.page.getByRole('alertdialog').getByRole('button', { name: 'Zurücksetzen' }).press('Enter');
  await visitor.see('ist zurückgesetzt');
  await visitor.open('settings');
  await visitor.button('Nicht mehr verlangen').press('Enter');
  await visitor.page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Nicht mehr verlangen' })
    .press('Enter');
  await visitor.see('wird nicht mehr verlangt');
  await visitor.come();
  await visitor.open('keys');
  await visitor.signIn(email, PASSWORD);
  await visitor.heading('API keys');
});
