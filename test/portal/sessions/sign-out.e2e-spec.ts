import { openPortal } from '../../kit/browser/portal.js';
import { anotherSite } from '../../kit/browser/other-site.js';

const { service, visitor } = openPortal({
  arrive: async (one) => {
    await one.come();
    await one.open('keys');
    await one.signIn();
    await one.heading('API keys');
    await one.page.goto(site());
    await one.follow('Win');
    await one.heading('Sign out?');
  },
});
const site = anotherSite(() => `<a href="${service.url}/portal/sign-out">Win</a>`);

describe('a link on another site to the page for signing out', () => {
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
