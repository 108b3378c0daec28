import { expect } from '../../kit/browser/expect.js';
import type { KeyboardUser } from '../../kit/browser/keyboard-user.js';

export const PASSWORD = 'a few words in a row';
const OTHER_PASSWORD = 'other words in a row';

/** The link that stands on the page, which is looked at. */
async function takeLink(user: KeyboardUser): Promise<string> {
  await user.see(user.t.people.issuedText);
  await user.look();
  const link = (await user.page.locator('section code').first().textContent()) ?? '';
  await user.press(user.t.people.done);
  return link;
}

/** Opens a link somewhere else, and chooses a password. No request says a word of the token. */
async function useLink(user: KeyboardUser, link: string, heading: string, password: string): Promise<void> {
  await user.start();
  const said: string[] = [];
  user.page.on('request', (request) => said.push(request.url(), request.headers().referer ?? ''));
  await user.page.goto(link);
  await user.heading(heading);
  await user.look();
  await user.type(user.page.getByLabel(user.t.newPassword.label, { exact: true }), password);
  await user.press(user.t.link.submit);
  await user.see(user.t.link.set);
  expect(said.length).toBeGreaterThan(3);
  expect(said.join(' ').replace(link, '')).not.toContain(link.slice(-43));
}

export async function invited(user: KeyboardUser, email: string, name: string): Promise<void> {
  const { t } = user;
  await user.open('settings/people', t.people.title);
  await user.press(t.people.invite);
  await user.enter(email);
  await user.fill(t.people.name, name);
  await user.choose(t.people.role, t.people.roles.viewer);
  await user.answer(t.people.submit);
  await useLink(user, await takeLink(user), t.link.invitation, PASSWORD);
}

export async function somebodyNew(user: KeyboardUser): Promise<void> {
  const { t } = user;
  const [name, email] = ['Olga', 'olga@havelwerk.example'];
  await invited(user, email, name);
  await user.signIn(email, PASSWORD);
  await user.see(email);

  await user.startSignedIn();
  await user.open('settings/people', t.people.title);
  await user.press(t.people.linkOf(name));
  await user.see(t.people.linkText);
  await user.look();
  await user.answer(t.people.confirmLink);
  await useLink(user, await takeLink(user), t.link.reset, OTHER_PASSWORD);

  await user.startSignedIn();
  await user.open('settings/people', t.people.title);
  await user.press(t.people.changeOf(name));
  await user.answer(t.people.confirmChange.admin);
  await user.see(t.people.changed(name));
  await user.press(t.people.removeOf(name));
  await user.see(t.people.removeText);
  await user.look();
  await user.answer(t.people.confirmRemove);
  await user.see(t.people.removed(name));
  await expect(user.page.getByText(email)).toHaveCount(0);
}

export async function ownAccount(user: KeyboardUser): Promise<void> {
  const { t } = user;
  const email = 'account@havelwerk.example';
  await invited(user, email, 'Ines');
  await user.signIn(email, PASSWORD);
  await user.heading(t.account.title);
  await user.fill(t.account.name, 'Ines Krüger');
  await user.press(t.account.save);
  await user.see(t.account.saved);
  await user.type(user.page.getByLabel(t.account.present), PASSWORD);
  await user.type(user.page.getByLabel(t.newPassword.label, { exact: true }), OTHER_PASSWORD);
  await user.press(t.account.change);
  await user.see(t.account.changed);
  await user.see(t.account.here);
  await user.press(t.account.everywhere);
  await user.see(t.account.everywhereText);
  await user.look();
  await user.answer(t.account.everywhere);
  await user.see(t.signIn.signedOut);
  await user.look();
  await user.reach(user.page.getByText(t.signIn.forgotten));
  await user.keys('Enter');
  await user.see(t.signIn.forgottenText);
}
