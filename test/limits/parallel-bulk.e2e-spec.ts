import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { aLocation } from '../kit/app/builders.js';
import { whenAdmitted } from '../kit/process/patience.js';
import { BULK, leave, leaveUnread } from '../streams/unread.js';

/** More than the sockets of both sides take in: such an answer runs until its client reads. */
const RECORDS = 16_000;
const LONG_TEXT = 'x'.repeat(480);

const locations = Array.from({ length: RECORDS }, () =>
  aLocation({ provider: LONG_TEXT, geofence_id: LONG_TEXT }),
);
const app = appWith(aFleet({ locations }), { RATE_LIMIT: '1000/100s', RATE_LIMIT_BULK: '100/60s' });
const [greedy, modest] = [customerOf(app), customerOf(app)];

it('Four bulk answers of one key may run at once; a fifth is told when to ask again, and others are not concerned', async () => {
  const running = await Promise.all([1, 2, 3, 4].map(() => leaveUnread(greedy)));
  expect(running.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);

  const fifth = await whenAdmitted(() => greedy.get(BULK));
  expect(fifth.status).toBe(429);
  expect(Number(fifth.headers['retry-after'])).toBeGreaterThan(0);
  expect(fifth.headers.ratelimit).toMatch(/"bulk";r=96;/);
  expect((await greedy.get('/device')).status).toBe(200);
  expect((await whenAdmitted(() => modest.head(BULK))).status).toBe(200);

  await leave(app, running);
  expect((await whenAdmitted(() => greedy.head(BULK))).status).toBe(200);
});
