import { Authenticator } from '../kit/app/second-factor.js';
import { KeyboardUser, type Language } from '../kit/browser/keyboard-user.js';
import { DRAWN_MAP } from '../kit/browser/views.js';
import { expect, openPortal } from '../kit/browser/portal.js';

const LIST = '/api/v1/device/';

async function keepKey(user: KeyboardUser): Promise<string> {
  const { t, page } = user;
  await user.expectText(t.issued.once);
  await user.expectAccessible();
  const key = (await page.locator('.issued code').first().textContent()) ?? '';
  await user.press(t.copy.of(t.keys.key));
  await user.expectText(t.copy.done(t.keys.key));
  await user.press(t.done);
  await expect(page.locator('.issued')).toHaveCount(0);
  return key;
}

const statusWith = async (user: KeyboardUser, key: string): Promise<number> =>
  (await user.service.call(key, LIST)).status;

async function makeOnTerms(user: KeyboardUser, name: string): Promise<string> {
  const { t } = user;
  await user.press(t.keys.create);
  await user.enter(name);
  await user.press(new RegExp(`^${t.scopes['device:GetList'].label}`), 'checkbox');
  await user.tabTo(user.page.getByRole('spinbutton').first());
  await user.page.keyboard.type('31122098', { delay: 40 });
  await user.fill(t.form.networks, '127.0.0.0/8');
  await user.fill(t.form.note, 'Reads at night.');
  await user.expectAccessible();
  await user.confirm(t.keys.create);
  return keepKey(user);
}

async function pauseAndResume(user: KeyboardUser, name: string, key: string): Promise<void> {
  const { t } = user;
  for (const [effect, status] of [
    [t.form.pausedNow, 401],
    [t.form.resumed, 200],
  ] as const) {
    await user.press(t.keys.editOf(name));
    await user.press(new RegExp(`^${t.form.pause}`), 'checkbox');
    await user.expectText(effect);
    await user.confirm(t.form.save);
    await user.expectText(t.keys.saved(name));
    expect(await statusWith(user, key)).toBe(status);
  }
}

async function regenerate(user: KeyboardUser, name: string, old: string): Promise<string> {
  const { t } = user;
  await user.press(t.keys.regenerateOf(name));
  await user.choose(t.regenerate.overlap, t.regenerate.overlapOf(24));
  await user.expectText(t.regenerate.overlapText);
  await user.expectAccessible();
  await user.confirm(t.regenerate.confirm);
  const key = await keepKey(user);
  await user.expectText(t.keys.chips.oldKey('').trim());
  for (const each of [old, key]) expect(await statusWith(user, each)).toBe(200);
  await user.press(t.keys.regenerateOf(name));
  await user.expectText(t.regenerate.olderEnds);
  await user.keys('Escape');
  await user.press(t.keys.revokeOldKeyOf(name));
  await user.expectAccessible();
  await user.confirm(t.revokeOldKey.confirm);
  await user.expectText(t.keys.oldKeyEnded(name));
  await expect(user.page.getByRole('button', { name: t.keys.revokeOldKeyOf(name) })).toHaveCount(0);
  expect(await statusWith(user, old)).toBe(401);
  return key;
}

async function lifeOfAKey(user: KeyboardUser): Promise<void> {
  const { t } = user;
  const name = 'Flow';
  await user.open('keys', t.keys.title);
  const first = await makeOnTerms(user, name);
  expect(await statusWith(user, first)).toBe(200);
  await pauseAndResume(user, name, first);
  const second = await regenerate(user, name, first);
  await user.press(t.keys.deleteOf(name));
  await user.confirm(t.remove.confirm);
  await user.expectText(t.keys.deleted(name));
  expect(await statusWith(user, second)).toBe(401);
}

async function whyACallFailed(user: KeyboardUser): Promise<void> {
  const { t, page, service } = user;
  const requestId = 'flow-1';
  const headers = { 'x-request-id': requestId };
  expect((await service.call(service.demoKey, `${LIST}id/none`, headers)).status).toBe(404);
  await user.open('activity', t.activity.title);
  await user.tabTo(user.byRole('tab', t.activity.requests));
  await user.keys('ArrowRight');
  await user.expectText(t.calls.notRecorded);
  await user.expectAccessible();
  await user.type(page.getByLabel(t.calls.request), requestId);
  await page.getByRole('row').filter({ hasText: requestId }).waitFor();
  await user.expectAccessible();
  await user.press('Demo', 'link');
  await user.expectHeading('Demo');
  await user.tabTo(user.byRole('tab', t.keys.overview));
  for (const shown of [t.calls.counts, t.activity.detail, t.audit.search]) {
    await user.keys('ArrowRight');
    await page.getByText(shown).or(page.getByLabel(shown)).first().waitFor();
    await user.expectAccessible();
  }
  await user.press(t.keys.all, 'link');
  await user.expectHeading(t.keys.title);
}

const NEW_PASSWORD = 'a few words in a row';
const OTHER_PASSWORD = 'other words in a row';

async function takeLink(user: KeyboardUser): Promise<string> {
  await user.expectText(user.t.people.issuedText);
  await user.expectAccessible();
  const link = (await user.page.locator('section code').first().textContent()) ?? '';
  await user.press(user.t.done);
  return link;
}

async function useLink(user: KeyboardUser, link: string, heading: string, password: string): Promise<void> {
  await user.start();
  const sent: string[] = [];
  user.page.on('request', (request) => sent.push(request.url(), request.headers().referer ?? ''));
  await user.page.goto(link);
  await user.expectHeading(heading);
  await user.expectAccessible();
  await user.type(user.page.getByLabel(user.t.newPassword.label, { exact: true }), password);
  await user.press(user.t.link.submit);
  await user.expectText(user.t.link.set);
  expect(sent.length).toBeGreaterThan(3);
  sent.push(await user.page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })'));
  expect(sent.join(' ').replace(link, '')).not.toContain(link.slice(-43));
}

async function newUser(user: KeyboardUser): Promise<void> {
  const { t } = user;
  const name = 'Olga';
  const email = 'olga@havelwerk.example';
  await user.open('settings/people', t.people.title);
  await user.press(t.people.invite);
  await user.enter(email);
  await user.fill(t.people.name, name);
  await user.choose(t.people.role, t.people.roles.viewer);
  await user.confirm(t.people.link);
  await useLink(user, await takeLink(user), t.link.invitation, NEW_PASSWORD);
  await user.signIn(email, NEW_PASSWORD);
  await user.expectText(email);

  await user.startSignedIn();
  await user.open('settings/people', t.people.title);
  await user.press(t.people.linkOf(name));
  await user.expectText(t.people.linkText);
  await user.expectAccessible();
  await user.confirm(t.people.link);
  await useLink(user, await takeLink(user), t.newPassword.label, OTHER_PASSWORD);

  await user.startSignedIn();
  await user.open('settings/people', t.people.title);
  await user.press(t.people.changeOf(name));
  await user.choose(t.people.role, t.people.roles.admin);
  await user.confirm(t.people.change);
  await user.expectText(t.people.changed(name));
  await user.press(t.people.removeOf(name));
  await user.expectText(t.people.removeText);
  await user.expectAccessible();
  await user.confirm(t.people.confirmRemove);
  await user.expectText(t.people.removed(name));
  await expect(user.page.getByText(email)).toHaveCount(0);
}

/** Signs in as a new viewer, and returns the address. */
async function signInAs(user: KeyboardUser, name: string): Promise<string> {
  const email = `${name.toLowerCase()}@havelwerk.example`;
  await user.service.addAdministrator(email, 'viewer', name);
  await user.signIn(email, user.service.password);
  await user.expectHeading(user.t.account.title);
  return email;
}

async function ownAccount(user: KeyboardUser): Promise<void> {
  const { t } = user;
  await signInAs(user, 'Ines');
  await user.fill(t.people.name, 'Ines Krüger');
  await user.press(t.account.save);
  await user.expectText(t.account.saved);
  await user.type(user.page.getByLabel(t.account.currentPassword), user.service.password);
  await user.type(user.page.getByLabel(t.newPassword.label, { exact: true }), OTHER_PASSWORD);
  await user.press(t.account.change);
  await user.expectText(t.account.changed);
  await user.expectText(t.account.thisSession);
  await user.press(t.account.signOutEverywhere);
  await user.expectText(t.account.signOutEverywhereText);
  await user.expectAccessible();
  await user.confirm(t.account.signOutEverywhere);
  await user.expectText(t.signIn.signedOut);
  await user.expectAccessible();
  await user.tabTo(user.page.getByText(t.signIn.forgotPassword));
  await user.keys('Enter');
  await user.expectText(t.signIn.forgotPasswordText);
}

async function appOf(user: KeyboardUser): Promise<Authenticator> {
  await user.expectText(user.t.secondFactor.scan);
  await user.expectAccessible();
  const secrets = user.page.locator('code').filter({ hasText: /^[A-Z2-7]{32}$/ });
  return new Authenticator((await secrets.textContent()) ?? '');
}

async function keepCodes(user: KeyboardUser): Promise<string[]> {
  const { secondFactor: texts } = user.t;
  await user.expectText(texts.codesText);
  await user.expectAccessible();
  const codes = (await user.page.locator('.second-factor-codes code').textContent()) ?? '';
  await user.press(texts.done);
  return codes.split('\n');
}

async function enter(user: KeyboardUser, email: string, code: string): Promise<void> {
  await user.signIn(email, user.service.password);
  await user.expectText(user.t.secondFactor.signInText);
  await user.submit(code);
}

async function secondFactor(user: KeyboardUser): Promise<void> {
  const { t } = user;
  const { secondFactor: texts } = t;
  const { password } = user.service;
  const account = () => user.expectHeading(t.account.title);
  const email = await signInAs(user, 'Olga');
  await user.press(texts.turnOn);
  await user.submit('not the password');
  await user.expectText(t.problems.byCode.wrong_password!);
  await user.submit(password);
  const authenticator = await appOf(user);
  await user.type(user.byRole('textbox', texts.code), authenticator.code());
  await user.keys('Enter');
  const codes = await keepCodes(user);
  await user.expectText(texts.left(10));

  await enter(user, email, '');
  await user.expectText(texts.signInMissing);
  await user.submit(authenticator.wrongCode());
  await user.expectText(t.problems.byCode.wrong_code!);
  await user.expectAccessible();
  await user.submit(authenticator.code(1));
  await account();
  await enter(user, email, codes[0]!);
  await account();
  await user.press(texts.renew);
  await user.submit(password);
  const others = await keepCodes(user);
  expect(others.filter((code) => codes.includes(code))).toEqual([]);
  await user.press(texts.turnOff);
  await user.submit(password);
  await user.expectText(texts.isOffNow);

  await user.startSignedIn();
  await user.open('settings', t.settings.title);
  await user.press(texts.require);
  await user.confirm(texts.require);
  await user.expectText(texts.nowRequired);
  await user.signIn(email, password);
  await user.expectText(texts.requiredText);
  await user.expectAccessible();
  await user.press(texts.start);
  await user.type(user.byRole('textbox', texts.code), (await appOf(user)).code());
  await user.keys('Enter');
  await keepCodes(user);
  await account();

  await user.startSignedIn();
  await user.open('settings/people', t.people.title);
  await user.press(texts.resetOf('Olga'));
  await user.expectAccessible();
  await user.confirm(texts.confirmReset);
  await user.expectText(texts.wasReset('Olga'));
  await user.open('settings', t.settings.title);
  await user.press(texts.unrequire);
  await user.confirm(texts.unrequire);
  await user.expectText(texts.nowOptional);
}

const ZONE = 'Asia/Tokyo';

async function settings(user: KeyboardUser): Promise<void> {
  const { t } = user;
  await user.open('settings', t.settings.title);
  await user.press(t.settings.changeZone);
  await user.expectText(t.settings.pastDaysChange);
  await user.expectAccessible();
  await user.choose(t.settings.zone, ZONE);
  await user.confirm(t.settings.changeZone);
  await user.expectText(t.settings.zoneSaved(ZONE));
  await user.open('activity', t.activity.title);
  await user.expectText(ZONE);

  await user.open('settings', t.settings.title);
  await user.press(t.settings.changeRetention);
  await user.submit('none');
  await user.expectText(t.settings.daysInvalid(36_600));
  await user.expectAccessible();
  await user.submit('36000');
  await user.confirm(t.settings.keepOnly(36_000));
  await user.expectText(t.settings.retentionSaved(36_000));
  await user.press(t.settings.changeRetention);
  await user.submit('');
  await user.expectText(t.settings.retentionSaved(null));
}

async function maps(user: KeyboardUser): Promise<void> {
  const { t, page } = user;
  const drawn = page.locator(DRAWN_MAP);
  const centre = () => drawn.locator('.map-centre').textContent();
  // Without a style, the map is too coarse to show the devices of one city apart
  await user.service
    .runSql(`UPDATE devices SET last_location = json_set(last_location, '$.lng', 11.58, '$.lat', 48.14)
    WHERE last_location IS NOT NULL AND id NOT LIKE 'van-%'`);
  await user.open('data', t.data.title);
  await user.tabTo(user.byRole('tab', t.data.devices));
  await user.keys('ArrowRight');
  await drawn.locator('.point').first().waitFor();
  const listed = page.getByRole('rowheader');
  const all = await listed.count();
  await user.tabTo(page.locator('.maplibregl-canvas'));
  const before = await centre();
  await user.keys('ArrowRight');
  await expect.poll(centre).not.toBe(before);
  await user.press(t.map.fit);
  await user.tabTo(drawn.locator('.point[tabindex="0"]'));
  await user.keys('End', 'Enter');
  await expect.poll(() => listed.count()).toBeLessThan(all);
  await user.expectAccessible();
  await user.tabTo(listed.first().getByRole('link'));
  await user.keys('Enter');
  await drawn.locator('.marker.end').waitFor();
  await user.expectAccessible();
  const moment = page.locator('.time-slider output');
  const start = await moment.textContent();
  await user.tabTo(page.getByRole('slider'));
  await user.keys('End');
  await expect(moment).not.toHaveText(start!);
}

jest.setTimeout(120_000);

const FLOWS: readonly [title: string, flow: (user: KeyboardUser) => Promise<void>][] = [
  ['an administrator creates a key with terms, changes, regenerates and deletes it', lifeOfAKey],
  ['an administrator finds a failed call, and reads the page of its key', whyACallFailed],
  ['an administrator invites, resets, promotes and removes a user', newUser],
  ['a user changes their name and password, and signs out everywhere', ownAccount],
  ['a user turns on, uses, replaces and loses a second factor, which is required', secondFactor],
  ['an administrator changes the time zone and the data retention', settings],
  ['a user views the fleet on the map, and the track of a device', maps],
];
/** One language is enough for the first tier: the keys to press are the same. */
const LANGUAGES: readonly Language[] = process.env.TEST_TIER === 'full' ? ['en', 'de'] : ['en'];

const { visitor } = openPortal({ isSignedIn: false });

describe.each(LANGUAGES)('With the keyboard alone, 360 pixels wide, in the language %s', (language) => {
  test.each(FLOWS)('%s', async (_title, flow) => {
    const user = new KeyboardUser(visitor, language);
    await user.startSignedIn();
    await flow(user);
  });
});
