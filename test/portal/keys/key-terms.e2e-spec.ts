import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';

const DAY_MS = 86_400_000;
const LIST = '/api/v1/device/';

const { service, visitor } = openPortal({ arrive: (one) => one.comeToKeys() });

const row = (application: string) => visitor.row(application);
const names = () => visitor.page.getByRole('rowheader').locator('.strong').allTextContents();
const statusWith = async (key: string): Promise<number> => (await service.call(key, LIST)).status;

async function choose(label: string, option: string): Promise<void> {
  await visitor.page.getByRole('button', { name: new RegExp(`${label}$`) }).click();
  await visitor.page.getByRole('option', { name: option, exact: true }).click();
}

test('a key is made with an end, networks and a note, all by the keyboard', async () => {
  await visitor.page.getByRole('button', { name: 'Create an API key' }).press('Enter');
  await visitor.describeKey('Bound', 'Device list');
  await visitor.see('You come from');
  await visitor.page.getByRole('spinbutton').first().focus();
  await visitor.page.keyboard.type('31122098', { delay: 40 });
  await visitor.page.getByLabel('Networks').focus();
  await visitor.page.keyboard.type('203.0.113.0/24, 2001:DB8::1');
  await visitor.page.getByLabel('Note').focus();
  await visitor.page.keyboard.type('Runs at the depot.');
  await visitor.page.getByRole('button', { name: 'Create API key' }).press('Enter');
  const key = await visitor.shownKey();
  await visitor.see('Enterprise identifier');
  await visitor.press('Copy Enterprise identifier');
  expect(await visitor.evaluate('navigator.clipboard.readText()')).toBe('havelwerk-logistik');
  await visitor.press('Copy API key');
  for (const text of ['Valid until', '31 Dec 2098', '2 networks', 'Runs at the depot.'])
    await expect(row('Bound').getByText(text)).toHaveCount(1);
  expect(await statusWith(key)).toBe(403);
});

test('what is no network, or a day that is past, is said at its field, and nothing is lost', async () => {
  await visitor.press('Create an API key');
  await visitor.describeKey('Slips', 'Apps');
  await visitor.page.getByLabel('Networks').fill('203.0.113.7/24');
  await visitor.press('Create API key');
  await visitor.see('Enter up to 50 addresses or ranges');
  await expect(visitor.page.getByLabel('Networks')).toBeFocused();
  await expect(visitor.page.getByLabel('Networks')).toHaveAttribute('aria-invalid', 'true');
  await visitor.page.getByLabel('Networks').fill('');
  await visitor.page.getByRole('spinbutton').first().focus();
  await visitor.page.keyboard.type('01012020', { delay: 40 });
  await visitor.press('Create API key');
  await visitor.see('Choose today or a later day.');
  await visitor.press('Cancel');
});

test('a pause and its end count at once', async () => {
  const key = await visitor.createAndCopyKey('Resting', 'Device list');
  await visitor.press('Edit Resting');
  await visitor.page.getByRole('checkbox', { name: 'Paused' }).press('Space');
  await visitor.see('Every request will be refused at once.');
  await visitor.press('Save changes');
  await expect(row('Resting').getByText('Paused')).toHaveCount(1);
  expect(await statusWith(key)).toBe(401);
  await visitor.press('Edit Resting');
  await visitor.page.getByRole('checkbox', { name: 'Paused' }).press('Space');
  await visitor.see('The API key opens again what it may read.');
  await visitor.press('Save changes');
  await expect(row('Resting').getByText('Paused')).toHaveCount(0);
  expect(await statusWith(key)).toBe(200);
});

test('an old key works on for as long as was chosen, and is ended', async () => {
  const old = await visitor.createAndCopyKey('Overlapping', 'Device list');
  await visitor.press('Regenerate the API key of Overlapping');
  await choose('How long the present API key works on', '3 days');
  await visitor.see('The present API key works beside the new one for so long');
  await visitor.press('Regenerate API key');
  await visitor.page.locator('.issued code').filter({ hasText: /^cda_/, hasNotText: old }).first().waitFor();
  const renewed = await visitor.shownKey();
  await visitor.press('Copy API key');
  await expect(row('Overlapping').getByText('Old API key works until')).toHaveCount(1);
  expect([await statusWith(old), await statusWith(renewed)]).toEqual([200, 200]);
  await visitor.press('Regenerate the API key of Overlapping');
  await visitor.see('An old API key still works from the last time: it ends at once.');
  await visitor.press('Cancel');
  await visitor.press('End the old API key of Overlapping');
  await visitor.press('End old API key');
  await visitor.see('The old API key of Overlapping no longer works');
  await expect(visitor.button('End the old API key of Overlapping')).toHaveCount(0);
  expect([await statusWith(old), await statusWith(renewed)]).toEqual([401, 200]);
});

test('keys are found by what has become of them and by what they open, also by the address', async () => {
  const states: Record<string, string> = {
    'Ending soon': `expires_at = ${Date.now() + 5 * DAY_MS}, last_used_at = ${Date.now()}`,
    'Long ended': `expires_at = ${Date.now() - 5 * DAY_MS}, last_used_at = ${Date.now()}`,
    'Long unused': `created_at = ${Date.now() - 300 * DAY_MS}, last_used_at = ${Date.now() - 91 * DAY_MS}`,
  };
  for (const [name, change] of Object.entries(states)) {
    await visitor.makeKey(name, 'Screen time');
    service.change(`UPDATE api_keys SET ${change} WHERE application = '${name}'`);
  }
  await visitor.page.reload();
  await expect(row('Ending soon').getByText('Valid until')).toHaveCount(1);
  await expect(row('Long ended').getByText('Has ended')).toHaveCount(1);
  await choose('State', 'Ending within 14 days');
  await expect.poll(names).toEqual(['Ending soon']);
  await choose('State', 'Has ended');
  await expect.poll(names).toEqual(['Long ended']);
  await choose('State', 'Unused for 90 days');
  await expect.poll(names).toEqual(['Long unused']);
  await choose('State', 'Never used');
  await expect.poll(names).toContain('Demo');
  expect(await names()).not.toContain('Long unused');
  await choose('State', 'All states');
  await choose('Scope', 'Screen time');
  await expect.poll(names).toEqual(['Demo', 'Ending soon', 'Long ended', 'Long unused']);
  await visitor.open('keys?state=expired&scope=device:GetScreenTime');
  await expect.poll(names).toEqual(['Long ended']);
});
