import { expect } from '../../kit/browser/expect.js';
import type { KeyboardUser } from '../../kit/browser/keyboard-user.js';

const LIST = '/api/v1/device/';

async function keepKey(user: KeyboardUser): Promise<string> {
  const { t, page } = user;
  await user.see(t.issued.once);
  await user.look();
  const key = (await page.locator('.issued code').first().textContent()) ?? '';
  await user.press(t.copy.of(t.issued.key));
  await user.see(t.copy.done(t.issued.key));
  await user.press(t.issued.done);
  await expect(page.locator('.issued')).toHaveCount(0);
  return key;
}

/** What the service says to a key. */
const statusWith = async (user: KeyboardUser, key: string): Promise<number> =>
  (await user.service.call(key, LIST)).status;

async function makeOnTerms(user: KeyboardUser, name: string): Promise<string> {
  const { t } = user;
  await user.press(t.keys.create);
  await user.enter(name);
  await user.press(new RegExp(`^${t.scopes['device:GetList'].label}`), 'checkbox');
  await user.reach(user.page.getByRole('spinbutton').first());
  await user.page.keyboard.type('31122098', { delay: 40 });
  await user.fill(t.form.networks, '127.0.0.0/8');
  await user.fill(t.form.note, 'Reads at night.');
  await user.look();
  await user.answer(t.form.create);
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
    await user.see(effect);
    await user.answer(t.form.save);
    await user.see(t.keys.saved(name));
    expect(await statusWith(user, key)).toBe(status);
  }
}

/** Gives the key that takes the place of another, which works on for a day unless it is ended. */
async function exchange(user: KeyboardUser, name: string, old: string): Promise<string> {
  const { t } = user;
  await user.press(t.keys.regenerateOf(name));
  await user.choose(t.regenerate.overlap, t.regenerate.overlapOf(24));
  await user.see(t.regenerate.overlapText);
  await user.look();
  await user.answer(t.regenerate.confirm);
  const key = await keepKey(user);
  await user.see(t.keys.chips.oldKey('').trim());
  for (const each of [old, key]) expect(await statusWith(user, each)).toBe(200);
  await user.press(t.keys.regenerateOf(name));
  await user.see(t.regenerate.olderEnds);
  await user.keys('Escape');
  await user.press(t.keys.endOldKeyOf(name));
  await user.look();
  await user.answer(t.endOld.confirm);
  await user.see(t.keys.oldKeyEnded(name));
  await expect(user.page.getByRole('button', { name: t.keys.endOldKeyOf(name) })).toHaveCount(0);
  expect(await statusWith(user, old)).toBe(401);
  return key;
}

export async function lifeOfAKey(user: KeyboardUser): Promise<void> {
  const { t } = user;
  const name = 'Flow';
  await user.open('keys', t.keys.title);
  const first = await makeOnTerms(user, name);
  expect(await statusWith(user, first)).toBe(200);
  await pauseAndResume(user, name, first);
  const second = await exchange(user, name, first);
  await user.press(t.keys.deleteOf(name));
  await user.answer(t.remove.confirm);
  await user.see(t.keys.deleted(name));
  expect(await statusWith(user, second)).toBe(401);
}

export async function whyACallFailed(user: KeyboardUser): Promise<void> {
  const { t, page, service } = user;
  const requestId = 'flow-1';
  const headers = { 'x-request-id': requestId };
  expect((await service.call(service.demoKey, `${LIST}id/none`, headers)).status).toBe(404);
  await user.open('activity', t.activity.title);
  await user.reach(user.named('tab', t.activity.usage));
  await user.keys('ArrowRight');
  await user.see(t.calls.findHint);
  await user.look();
  await user.type(page.getByLabel(t.calls.find), requestId);
  await page.getByRole('row').filter({ hasText: requestId }).waitFor();
  await user.look();
  await user.press('Demo', 'link');
  await user.heading('Demo');
  await user.reach(user.named('tab', t.keys.overview));
  for (const shown of [t.calls.counts, t.activity.detail, t.audit.search]) {
    await user.keys('ArrowRight');
    await page.getByText(shown).or(page.getByLabel(shown)).first().waitFor();
    await user.look();
  }
  await user.press(t.keys.all, 'link');
  await user.heading(t.keys.title);
}
