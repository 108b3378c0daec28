import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';

const { visitor } = openPortal({
  arrive: (one) => one.comeToKeys(),
  settings: () => Promise.resolve({ MAX_KEY_DAYS: '90', TRUST_PROXY: '10.0.0.0/8' }),
});

const typeEnd = async (digits: string): Promise<void> => {
  await visitor.page.getByRole('spinbutton').first().focus();
  await visitor.page.keyboard.type(digits, { delay: 40 });
};

/** A day so many days ahead, as one types it. */
const digitsOf = (days: number): string => {
  const day = new Date(Date.now() + days * 86_400_000);
  return day.toLocaleDateString('en-GB', { timeZone: 'Europe/Berlin' }).replaceAll('/', '');
};

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
  await visitor.shownKey();
  await visitor.press('Copy API key');
  await expect(visitor.row('Short-lived').getByText('Valid until')).toHaveCount(1);
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
  await visitor.shownKey();
  await visitor.press('Copy API key');
});
