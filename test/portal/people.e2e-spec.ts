import { expect } from '../kit/browser/expect.js';
import { openPortal } from '../kit/browser/portal.js';

const { service, visitor } = openPortal();

const NEW_PASSWORD = 'a few words in a row';
let invited = 0;

const field = (name: string) => visitor.page.getByRole('textbox', { name, exact: true });

/** Opens the people, and invites somebody by keyboard alone. */
async function invite(): Promise<{ email: string; link: string }> {
  const email = `olga-${++invited}@havelwerk.example`;
  await visitor.open('settings/people');
  await visitor.heading('People');
  await visitor.button('Invite somebody').press('Enter');
  await expect(field('E-mail address')).toBeFocused();
  await visitor.page.keyboard.type(email);
  await visitor.page.keyboard.press('Tab');
  await visitor.page.keyboard.type(`Olga ${invited}`);
  await visitor.button('Make the link').press('Enter');
  return { email, link: await shownLink() };
}

async function shownLink(): Promise<string> {
  const link = (await visitor.page.locator('section code').first().textContent()) ?? '';
  expect(link).toMatch(/\/portal#link=[\w-]{43}$/);
  // PUBLIC_URL of these tests is that of a service on its usual port
  return link.replace(/^.*(?=\/portal#)/, service.url);
}

async function choosePassword(link: string, password = NEW_PASSWORD): Promise<void> {
  await visitor.come();
  await visitor.page.goto(link);
  await visitor.page.getByLabel('New password').press('Tab');
  await visitor.page.getByLabel('New password').focus();
  await visitor.page.keyboard.type(password);
  await visitor.page.keyboard.press('Enter');
}

test('somebody who was invited chooses a password, signs in with it, and the token is nowhere', async () => {
  const { email, link } = await invite();
  await visitor.row(email).getByText('has not chosen a password yet').waitFor();
  await visitor.come();
  const referrers: (string | undefined)[] = [];
  visitor.page.on('request', (request) => referrers.push(request.headers().referer));
  await visitor.page.goto(link);
  await visitor.heading('Welcome');
  await expect(field('E-mail address')).toHaveValue(email);
  const token = link.slice(-43);
  expect(visitor.page.url()).toBe(`${service.url}/portal`);
  await visitor.page.getByLabel('New password').fill('short');
  await visitor.press('Save the password');
  await visitor.see('Enter 12 to 1000 characters.');
  await visitor.page.getByLabel('New password').fill(NEW_PASSWORD);
  await visitor.press('Save the password');
  await visitor.see('Your password is saved. Sign in with it.');
  await visitor.signIn(email, NEW_PASSWORD);
  await visitor.heading('API keys');
  expect([...visitor.asked, ...referrers].join(' ').replace(link, '')).not.toContain(token);
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

test('a link for who forgot the password ends what they had', async () => {
  const { link } = await invite();
  await choosePassword(link);
  await visitor.see('Your password is saved.');
  await visitor.comeSignedIn();
  await visitor.open('settings/people');
  await visitor.press(`Make a link for Olga ${invited}`);
  await visitor.see('The present password works until then.');
  await visitor.press('Make the link');
  const reset = await shownLink();
  await visitor.come();
  await visitor.page.goto(reset);
  await visitor.heading('New password');
  await visitor.page.getByLabel('New password').fill('other words in a row');
  await visitor.press('Save the password');
  await visitor.see('Your password is saved.');
});

test('somebody gets another role, is removed, and the last administrator is not', async () => {
  const { email } = await invite();
  await visitor.button(`Change the role of Olga ${invited}`).press('Enter');
  await visitor.button('Make administrator').press('Enter');
  await visitor.see('has another role now');
  await expect(visitor.row(email)).toContainText('Administrator');
  await visitor.button(`Remove Olga ${invited}`).press('Enter');
  await visitor.see('They are signed out at once');
  await visitor.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(visitor.row(email)).toHaveCount(0);

  await visitor
    .row(service.email)
    .getByRole('button', { name: /^Remove/ })
    .press('Enter');
  await visitor.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await visitor.see('Nobody else is an administrator of your enterprise.');
  await visitor.press('Cancel');
});

test('an invitation that cannot be made says why, where it is wrong', async () => {
  await visitor.open('settings/people');
  await visitor.press('Invite somebody');
  await visitor.press('Make the link');
  await visitor.see('Enter an e-mail address such as');
  await field('E-mail address').fill(service.email);
  await field('Name').fill('Somebody');
  await visitor.press('Make the link');
  await visitor.see('Somebody has this e-mail address already.');
  await expect(field('E-mail address')).toBeFocused();
});

test('signing in says whom to ask for a forgotten password', async () => {
  await visitor.come();
  await visitor.open('keys');
  await visitor.page.getByText('Forgot your password?').press('Enter');
  await visitor.see('Ask an administrator of your enterprise');
});

describe('The account', () => {
  test('has a name, which stands beside the pages, and a password, which needs the present one', async () => {
    const { email, link } = await invite();
    await choosePassword(link);
    await visitor.signIn(email, NEW_PASSWORD);
    await visitor.heading('API keys');
    await visitor.follow('Account:');
    await visitor.heading('Account');
    await field('Name').fill('Olga Brandt');
    await visitor.page.keyboard.press('Enter');
    await visitor.see('Your name is saved.');
    await expect(visitor.page.getByRole('link', { name: 'Account:' })).toContainText('Olga Brandt');

    await visitor.page.getByLabel('Present password').fill('not the present one');
    await visitor.page.getByLabel('New password').fill('other words in a row');
    await visitor.page.keyboard.press('Enter');
    await visitor.see('The present password is not right.');
    await expect(visitor.page.getByLabel('Present password')).toBeFocused();
    await visitor.page.keyboard.press('Control+A');
    await visitor.page.keyboard.type(NEW_PASSWORD);
    await visitor.page.keyboard.press('Enter');
    await visitor.see('Your password is changed.');
  });

  test('ends all sessions at a press', async () => {
    const { email, link } = await invite();
    await choosePassword(link);
    await visitor.signIn(email, NEW_PASSWORD);
    await visitor.heading('API keys');
    await visitor.open('account');
    await visitor.see('(this one)');
    await visitor.button('Sign out everywhere').press('Enter');
    const question = visitor.page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Sign out everywhere' }).press('Enter');
    await visitor.see('You are signed out.');
    await visitor.page.reload();
    await visitor.heading('Sign in');
  });
});
