import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';

const { visitor } = openPortal({ arrive: (one) => one.come() });

test.each([
  ['no_role', 'Your account may not use the portal yet.'],
  ['unknown_enterprise', 'Your account belongs to no enterprise that is known here.'],
  ['access_denied', 'Single sign-on was cancelled, or your account has no access.'],
  ['provider_unavailable', 'The single sign-on of your enterprise cannot be reached.'],
  ['sign_in_failed', 'Single sign-on did not succeed.'],
  ['constructor', 'Single sign-on did not succeed.'],
])('single sign-on that failed for the reason %s says so once', async (reason, text) => {
  await visitor.open(`?sign_in_error=${reason}`);
  const alert = visitor.page.getByRole('alert');
  await alert.filter({ hasText: text }).waitFor();
  await expect(alert).toHaveCount(1);
  expect(visitor.page.url()).not.toContain('sign_in_error');
  await visitor.page.reload();
  await visitor.page.getByLabel('Password').waitFor();
  await expect(alert).toHaveCount(0);
});

test('too many attempts are told with the minutes to wait', async () => {
  await visitor.page.route(/portal\/api\/session$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 429, headers: { 'Retry-After': '892' }, json: { code: 'rate_limited' } })
      : route.fallback(),
  );
  await visitor.open('keys');
  await visitor.signIn();
  await visitor.see('Too many attempts. Try again in 15 minutes.');
});
