import { Authenticator } from '../../kit/app/second-factor.js';
import { expect } from '../../kit/browser/expect.js';
import type { KeyboardUser } from '../../kit/browser/keyboard-user.js';
import { invited, PASSWORD } from './people.js';

/** The secret that is shown, in the app. */
async function appOf(user: KeyboardUser): Promise<Authenticator> {
  await user.see(user.t.secondFactor.scan);
  await user.look();
  const secrets = user.page.locator('code').filter({ hasText: /^[A-Z2-7]{32}$/ });
  return new Authenticator((await secrets.textContent()) ?? '');
}

async function keepCodes(user: KeyboardUser): Promise<string[]> {
  const { secondFactor: texts } = user.t;
  await user.see(texts.codesText);
  await user.look();
  const codes = (await user.page.locator('.second-factor-codes code').textContent()) ?? '';
  await user.press(texts.done);
  return codes.split('\n');
}

async function enter(user: KeyboardUser, email: string, code: string): Promise<void> {
  await user.signIn(email, PASSWORD);
  await user.see(user.t.secondFactor.signInText);
  await user.submit(code);
}

export async function secondFactor(user: KeyboardUser): Promise<void> {
  const { t } = user;
  const { secondFactor: texts } = t;
  const [name, email] = ['Olga', 'olga@havelwerk.example'];
  const account = () => user.heading(t.account.title);
  await invited(user, email, name);
  await user.signIn(email, PASSWORD);
  await account();
  await user.press(texts.turnOn);
  await user.submit('not the password');
  await user.see(t.problems.byCode.wrong_password!);
  await user.submit(PASSWORD);
  const authenticator = await appOf(user);
  await user.type(user.named('textbox', texts.code), authenticator.code());
  await user.keys('Enter');
  const codes = await keepCodes(user);
  await user.see(texts.left(10));

  await enter(user, email, '');
  await user.see(texts.signInMissing);
  await user.submit(authenticator.wrongCode());
  await user.see(t.problems.byCode.wrong_code!);
  await user.look();
  await user.submit(authenticator.code(1));
  await account();
  await enter(user, email, codes[0]!);
  await account();
  await user.press(texts.renew);
  await user.submit(PASSWORD);
  const others = await keepCodes(user);
  expect(others.filter((code) => codes.includes(code))).toEqual([]);

  await user.startSignedIn();
  await user.open('settings/people', t.people.title);
  await user.press(texts.resetOf(name));
  await user.look();
  await user.answer(texts.confirmReset);
  await user.see(texts.wasReset(name));
  await user.open('settings', t.settings.title);
  await user.press(texts.require);
  await user.answer(texts.require);
  await user.see(texts.nowRequired);
  await user.signIn(email, PASSWORD);
  await user.see(texts.requiredText);
  await user.look();
  await user.press(texts.start);
  await user.type(user.named('textbox', texts.code), (await appOf(user)).code());
  await user.keys('Enter');
  const last = await keepCodes(user);
  await account();

  await user.startSignedIn();
  await user.open('settings', t.settings.title);
  await user.press(texts.unrequire);
  await user.answer(texts.unrequire);
  await user.see(texts.nowOptional);
  await enter(user, email, last[0]!);
  await account();
  await user.press(texts.turnOff);
  await user.submit(PASSWORD);
  await user.see(texts.isOffNow);
}
