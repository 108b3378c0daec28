import { expect } from '../kit/browser/expect.js';
import { openPortal } from '../kit/browser/portal.js';

// what people come to do by the keyboard is in flows/people.ts

const { service, visitor } = openPortal();

const EMAIL = 'olga@havelwerk.example';
const NEW_PASSWORD = 'a few words in a row';

const field = (name: string) => visitor.page.getByRole('textbox', { name, exact: true });

async function openPeople(): Promise<void> {
  await visitor.open('settings/people');
  await visitor.heading('People');
}

async function invite(): Promise<string> {
  await openPeople();
  await visitor.press('Invite somebody');
  await field('E-mail address').fill(EMAIL);
  await field('Name').fill('Olga Brandt');
  await visitor.press('Make the link');
  const link = (await visitor.page.locator('section code').first().textContent()) ?? '';
  expect(link).toMatch(/\/portal#link=[\w-]{43}$/);
  return link;
}

test('somebody who was invited chooses a password, signs in with it, and the token is nowhere', async () => {
  const link = await invite();
  await visitor.row(EMAIL).getByText('has not chosen a password yet').waitFor();
  await visitor.start();
  await visitor.page.goto(link);
  await visitor.heading('Welcome');
  await expect(field('E-mail address')).toHaveValue(EMAIL);
  const token = link.slice(-43);
  expect(visitor.page.url()).toBe(`${service.url}/portal`);
  await visitor.page.getByLabel('New password').fill('short');
  await visitor.press('Save the password');
  await visitor.see('Enter 12 to 1000 characters.');
  await visitor.page.getByLabel('New password').fill(NEW_PASSWORD);
  await visitor.press('Save the password');
  await visitor.see('Your password is saved. Sign in with it.');
  await visitor.signIn(EMAIL, NEW_PASSWORD);
  await visitor.heading('API keys');
  expect(visitor.asked.join(' ').replace(link, '')).not.toContain(token);
  expect(await visitor.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(
    token,
  );
  // a link that is opened in a window that shows the portal already, where only the fragment changes
  await visitor.page.goto(`${service.url}/portal`);
  await visitor.heading('API keys');
  await visitor.page.goto(`${visitor.page.url()}#link=${token}`);
  await visitor.see('This link does not work');
  await visitor.press('Go to sign in');
  await visitor.heading('API keys');
});

test('the last administrator cannot be removed', async () => {
  await openPeople();
  await visitor
    .row(service.email)
    .getByRole('button', { name: /^Remove/ })
    .press('Enter');
  await visitor.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await visitor.see('Nobody else is an administrator of your enterprise.');
  await visitor.press('Cancel');
});

test('an invitation that cannot be made says why, where it is wrong', async () => {
  await openPeople();
  await visitor.press('Invite somebody');
  await expect(field('E-mail address')).toBeFocused();
  await visitor.press('Make the link');
  await visitor.see('Enter an e-mail address such as');
  await field('E-mail address').fill(service.email);
  await field('Name').fill('Somebody');
  await visitor.press('Make the link');
  await visitor.see('Somebody has this e-mail address already.');
  await expect(field('E-mail address')).toBeFocused();
});

describe('The account', () => {
  test('has a name, which stands beside the pages', async () => {
    await visitor.open('account');
    await field('Name').fill('Olga Brandt');
    await visitor.page.keyboard.press('Enter');
    await visitor.see('Your name is saved.');
    await expect(visitor.page.getByRole('link', { name: 'Account:' })).toContainText('Olga Brandt');
  });

  test('has a password, which needs the present one', async () => {
    await visitor.open('account');
    await visitor.page.getByLabel('Present password').fill('not the present one');
    await visitor.page.getByLabel('New password').fill('other words in a row');
    await visitor.page.keyboard.press('Enter');
    await visitor.see('The present password is not right.');
    await expect(visitor.page.getByLabel('Present password')).toBeFocused();
  });
});
