import { expect } from '../../kit/browser/expect.js';
import { ENTERPRISE_ID } from '../../kit/browser/portal-service.js';
import type { KeyboardUser } from '../../kit/browser/keyboard-user.js';
import type { Flow } from './flow.js';

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

export const lifeOfAKey: Flow = {
  name: 'a key is made on terms, changed, exchanged and deleted',
  run: async (user) => {
    const { t, service } = user;
    const name = user.unique('Flow');
    await user.open('keys', t.keys.title);
    await user.press(t.keys.create);
    await user.enter(name);
    await user.press(new RegExp(`^${t.scopes['device:GetList'].label}`), 'checkbox');
    await user.reach(user.page.getByRole('spinbutton').first());
    await user.page.keyboard.type('31122098', { delay: 40 });
    await user.fill(t.form.networks, '127.0.0.0/8');
    await user.fill(t.form.note, 'Reads at night.');
    await user.look();
    await user.answer(t.form.create);
    const first = await keepKey(user);
    expect((await service.call(first, LIST)).status).toBe(200);

    await user.press(t.keys.editOf(name));
    await user.press(new RegExp(`^${t.form.pause}`), 'checkbox');
    await user.see(t.form.pausedNow);
    await user.answer(t.form.save);
    await user.see(t.keys.saved(name));
    expect((await service.call(first, LIST)).status).toBe(401);
    await user.press(t.keys.editOf(name));
    await user.press(new RegExp(`^${t.form.pause}`), 'checkbox');
    await user.answer(t.form.save);
    await user.see(t.keys.saved(name));

    await user.press(t.keys.regenerateOf(name));
    await user.choose(t.regenerate.overlap, t.regenerate.overlapOf(24));
    await user.look();
    await user.answer(t.regenerate.confirm);
    const second = await keepKey(user);
    for (const key of [first, second]) expect((await service.call(key, LIST)).status).toBe(200);
    await user.press(t.keys.endOldKeyOf(name));
    await user.look();
    await user.answer(t.endOld.confirm);
    await user.see(t.keys.oldKeyEnded(name));
    expect((await service.call(first, LIST)).status).toBe(401);

    await user.press(t.keys.deleteOf(name));
    await user.answer(t.remove.confirm);
    await user.see(t.keys.deleted(name));
    expect((await service.call(second, LIST)).status).toBe(401);
  },
};

export const whyACallFailed: Flow = {
  name: 'a call that failed is looked for, and the page of its key is gone through',
  run: async (user) => {
    const { t, page, service } = user;
    const requestId = user.unique('flow');
    const headers = {
      authorization: `Bearer ${service.demoKey}`,
      'x-enterprise-id': ENTERPRISE_ID,
      'x-request-id': requestId,
    };
    expect((await fetch(`${service.url}/api/v1/device/id/none`, { headers })).status).toBe(404);
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
  },
};
