import { expect } from '../../kit/browser/expect.js';
import { anotherSite } from '../../kit/browser/other-site.js';
import { openPortal } from '../../kit/browser/portal.js';

const { service, visitor } = openPortal();
const address = anotherSite(() => `<a href="${service.url}/portal/sign-out">Win</a>`);

describe('another site', () => {
  const post = (path: string, type: string) => `fetch('${service.url}${path}', {
    method: 'POST', mode: 'no-cors', credentials: 'include', headers: { 'Content-Type': '${type}' },
    body: JSON.stringify({ application: 'Forged', scopes: ['device:GetList'] }),
  }).then(() => 'sent', () => 'refused')`;

  test.each(['localhost', '127.0.0.1'])('cannot make a key for who is signed in (from %s)', async (host) => {
    // 127.0.0.1 with another port counts as the same site, so that the cookie is sent along
    await visitor.page.goto(address().replace('localhost', host));
    for (const type of ['text/plain', 'application/json']) {
      await visitor.evaluate(post('/internal/v1/api-keys', type));
    }
    await visitor.evaluate(`(() => {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = '${service.url}/internal/v1/api-keys';
      document.body.append(form);
      form.submit();
    })()`);
    await visitor.page.waitForURL(/internal/);
    await visitor.open('keys');
    await visitor.heading('API keys');
    await visitor.row('Demo').waitFor();
    await visitor.expectNowhere('Forged');
  });

  test('cannot show the portal in a frame', async () => {
    await visitor.page.goto(address());
    await visitor.evaluate(`new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.src = '${service.url}/portal/';
      frame.onload = resolve;
      document.body.append(frame);
    })`);
    const [, frame] = visitor.page.frames();
    await expect(frame!.getByRole('heading')).toHaveCount(0);
    expect(visitor.complaints.splice(0)).toEqual([expect.stringContaining('frame-ancestors')]);
  });
});

describe('a link on another site to the page for signing out', () => {
  beforeEach(async () => {
    await visitor.openKeys();
    await visitor.page.goto(address());
    await visitor.follow('Win');
    await visitor.heading('Sign out?');
  });

  test('signs nobody out', async () => {
    await visitor.follow('Stay and go to the API keys');
    await visitor.heading('API keys');
    await visitor.row('Demo').waitFor();
  });

  test('asks, and signs out who says so', async () => {
    await visitor.press('Sign out');
    await visitor.see('You are signed out.');
    await visitor.open('keys');
    await visitor.heading('Sign in');
  });
});
