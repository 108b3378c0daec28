import { longTrail } from '../../kit/browser/long-trail.js';
import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';

const TRAIL = 'activity?show=audit';

const { service, visitor } = openPortal();

beforeAll(() => service.change(longTrail(19_900)));

test('A long trail is searched a step at a time, and the reader goes on', async () => {
  await visitor.open(TRAIL);
  await visitor.page.getByLabel('Search the audit trail').fill('198.51.100.7 signed in');
  await visitor.see(/^0 of 1\d,\d\d\d events searched$/);
  await visitor.press('Search the next 10,000 events');
  await visitor.see(/^1 of 1\d,\d\d\d events searched$/);
  await visitor.see('request-7');
  const asked = visitor.asked.filter((url) => url.includes('search='));
  expect(asked.length).toBeLessThan(20);
});

test('The check of a trail tells what it found', async () => {
  await visitor.open(TRAIL);
  await visitor.press('Check the trail');
  await visitor.see('The trail is not as it was written:');
  await visitor.see('Event 1, or its place, was altered.');
});

describe('The check of a very long trail', () => {
  const piece = { intact: true, events: 400_000, last_hash: 'f00d', total: 1_000_000, flaws: [] };

  beforeEach(async () => {
    await visitor.page.route(/verification\?after=0$/, (route) =>
      route.fulfill({ json: { ...piece, last_sequence: 400_000, next: 400_000 } }),
    );
    await visitor.open(TRAIL);
  });

  test('shows how far it is, and can be given up', async () => {
    await visitor.page.route(/verification\?after=400000$/, () => undefined); // never answered
    await visitor.press('Check the trail');
    await visitor.see('400,000 of 1,000,000 events');
    const bar = visitor.page.getByRole('progressbar', { name: 'The trail is being checked:' });
    await expect(bar).toHaveAttribute('value', '400000');
    await visitor.press('Cancel');
    await expect(bar).toHaveCount(0);
  });

  test('comes to its end', async () => {
    await visitor.page.route(/verification\?after=400000$/, (route) =>
      route.fulfill({ json: { ...piece, events: 600_000, last_sequence: 1_000_000, next: null } }),
    );
    await visitor.press('Check the trail');
    await visitor.see('The trail is intact. It has 1,000,000 events, all as they were written.');
    await visitor.see('Event 1,000,000: f00d');
  });
});
