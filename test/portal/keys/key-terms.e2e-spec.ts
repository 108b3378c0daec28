import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';

const { service, visitor } = openPortal({
  settings: () => ({ MAX_KEY_DAYS: '90', TRUST_PROXY: '10.0.0.0/8' }),
});

beforeEach(() => visitor.openKeys());

const typeEnd = async (digits: string): Promise<void> => {
  await visitor.page.getByRole('spinbutton').first().focus();
  await visitor.page.keyboard.type(digits, { delay: 40 });
};

/** A day so many days ahead, as one types it. */
const digitsOf = (days: number): string => {
  const day = new Date(Date.now() + days * 86_400_000);
  return day.toLocaleDateString('en-GB', { timeZone: 'Europe/Berlin' }).replaceAll('/', '');
};

test('a key is made with an end, networks and a note', async () => {
  await visitor.press('Create an API key');
  await visitor.describeKey('Bound', 'Device list');
  await visitor.see('You come from');
  await typeEnd(digitsOf(60));
  await visitor.page.getByLabel('Networks').fill('203.0.113.0/24, 2001:DB8::1');
  await visitor.page.getByLabel('Note').fill('Runs at the depot.');
  await visitor.press('Create API key');
  const key = await visitor.shownKey();
  await visitor.press('Copy API key');
  for (const text of ['Valid until', '2 networks', 'Runs at the depot.'])
    await expect(visitor.row('Bound').getByText(text)).toHaveCount(1);
  expect((await service.call(key, '/api/v1/device/')).status).toBe(403);
});

test('what is no network, or a day that is past, is said at its field, and nothing is lost', async () => {
  await visitor.press('Create an API key');
  await visitor.describeKey('Slips', 'Apps');
  await typeEnd(digitsOf(60));
  await visitor.page.getByLabel('Networks').fill('203.0.113.7/24');
  await visitor.press('Create API key');
  await visitor.see('Enter up to 50 addresses or ranges');
  await expect(visitor.page.getByLabel('Networks')).toBeFocused();
  await expect(visitor.page.getByLabel('Networks')).toHaveAttribute('aria-invalid', 'true');
  await visitor.page.getByLabel('Networks').fill('');
  await typeEnd('01012020');
  await visitor.press('Create API key');
  await visitor.see('Choose today or a later day.');
  await visitor.press('Cancel');
});

test('where keys have a longest life, an end is asked for and held to it', async () => {
  await visitor.press('Create an API key');
  await visitor.describeKey('Short-lived', 'Apps');
  await visitor.see('Every API key must end here.');
  await visitor.press('Create API key');
  await visitor.see('Choose the last day of the API key.');
  await typeEnd(digitsOf(120));
  await visitor.see('API keys may not last longer here.');
  await typeEnd(digitsOf(60));
  await visitor.press('Create API key');
  await visitor.press('Copy API key');
  await visitor.row('Short-lived').waitFor();
});

test('networks are not saved while a proxy stands between whose word does not count', async () => {
  await visitor.page.context().setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.7' });
  await visitor.press('Create an API key');
  await visitor.describeKey('Behind a proxy', 'Apps');
  await typeEnd(digitsOf(60));
  await visitor.expectNowhere('You come from');
  await visitor.page.getByLabel('Networks').fill('203.0.113.7');
  const before = visitor.asked.length;
  await visitor.press('Create API key');
  await visitor.see('Ask whoever runs the service to set TRUST_PROXY first.');
  expect(visitor.asked.slice(before)).toEqual([]);
  await visitor.page.getByLabel('Networks').fill('');
  await visitor.press('Create API key');
  await visitor.press('Copy API key');
});
