import { expect } from '../../kit/browser/expect.js';
import type { KeyboardUser } from '../../kit/browser/keyboard-user.js';
import { DRAWN_MAP } from '../../kit/browser/looks/views.js';

export async function maps(user: KeyboardUser): Promise<void> {
  const { t, page } = user;
  const drawn = page.locator(DRAWN_MAP);
  const centre = () => drawn.locator('.map-centre').textContent();
  await user.open('data', t.data.title);
  await user.reach(user.named('tab', t.data.devices));
  await user.keys('ArrowRight');
  await drawn.locator('.point').first().waitFor();
  const listed = page.getByRole('rowheader');
  const all = await listed.count();
  await user.reach(page.locator('.maplibregl-canvas'));
  const before = await centre();
  await user.keys('ArrowRight');
  await expect.poll(centre).not.toBe(before);
  await user.press(t.map.fit);
  await user.reach(drawn.locator('.point[tabindex="0"]'));
  await user.keys('End', 'Enter');
  await expect.poll(() => listed.count()).toBeLessThan(all);
  await user.look();
  await user.reach(listed.first().getByRole('link'));
  await user.keys('Enter');
  await drawn.locator('.marker.end').waitFor();
  await user.look();
  const moment = page.locator('.time-slider output');
  const start = await moment.textContent();
  await user.reach(page.getByRole('slider'));
  await user.keys('End');
  await expect(moment).not.toHaveText(start!);
}
