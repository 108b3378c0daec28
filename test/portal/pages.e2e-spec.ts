import { expect, openPortal } from '../kit/browser/portal.js';

describe('The pages', () => {
  const { service, visitor } = openPortal();

  beforeEach(async () => {
    for (const path of ['', '', 'id/van-01', 'id/none'])
      await service.call(service.demoKey, `/api/v1/device/${path}`);
    await visitor.openKeys();
  });

  const tile = (label: string) =>
    visitor.page
      .locator('.tiles-tile', { has: visitor.page.getByText(label, { exact: true }) })
      .locator('dd');
  const figures = (name: string) => visitor.page.getByRole('region', { name }).getByRole('row');
  const openDevice = async (view: string) => {
    await visitor.open(`data/devices/van-01?show=${view}`);
    await visitor.expectHeading('van-01');
  };

  test('Activity counts the requests of each key by day and scope', async () => {
    await visitor.open('activity');
    await visitor.page.locator('.stacked-bars-bar').first().waitFor();
    await expect(tile('Requests')).toHaveText('4');
    await expect(tile('Errors')).toHaveText(/^1/);
    const list = visitor.row('Device list');
    const cells = await list.getByRole('cell').allTextContents();
    expect(cells.slice(0, -1)).toEqual(['Device list', '2', '0', '0', '0', '48']);
    await visitor.page.getByText('Show the figures as a table').first().click();
    await expect(figures('Requests per day and scope').last()).toHaveText(/22$/);
  });

  test('lists the devices that the API lists, and finds them', async () => {
    const listed = await service.read<{ id: string }[]>('/api/v1/device/');
    await visitor.open('data');
    await visitor.page.getByRole('table').waitFor();
    const shown = await visitor.page.getByRole('rowheader').getByRole('link').allTextContents();
    expect(shown.toSorted()).toEqual(listed.map(({ id }) => id).toSorted());
    await visitor.page.getByLabel('Search devices').fill('zebra lost');
    await visitor.expectText('Nothing matches the search.');
    await visitor.page.getByLabel('Search devices').fill('van-01');
    await visitor.followLink('van-01');
    await visitor.expectHeading('van-01');
    await visitor.expectFocus('van-01');
    await visitor.expectText('Management mode');
  });

  test('shows the usage of a device by network and by app on the chosen days', async () => {
    await openDevice('dataUsage');
    await visitor.page.locator('.stacked-bars-bar').first().waitFor();
    await visitor.press('1 day');
    expect(visitor.queryParameter('startdate')).toBe(visitor.queryParameter('enddate'));
    await visitor.open('data/devices/van-01?show=dataUsage&startdate=2026-04-01&enddate=2026-04-02');
    await visitor.page.locator('.stacked-bars-bar').first().waitFor();
    const records = await service.read<{ start: string; mobile: number }[]>(
      '/api/v1/device/datausage/id/van-01',
    );
    const mobile = records
      .filter(({ start }) => /^2026-04-0[12]/.test(start))
      .reduce((sum, record) => sum + record.mobile, 0);
    const format = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });
    expect(await tile('Mobile').textContent()).toContain(
      format.format(mobile / 10 ** (mobile < 1e9 ? 6 : 9)),
    );
    await visitor.page.getByRole('radio', { name: 'By app' }).click();
    await visitor.page.locator('.days-chart-legend').getByText('maps').waitFor();
  });

  test('Settings shows what an application needs in addition to its key', async () => {
    await visitor.followLink('Settings');
    await visitor.expectHeading('Settings');
    await visitor.press('Copy Enterprise identifier');
    await visitor.expectText('Enterprise identifier copied.');
    expect(await visitor.evaluate('navigator.clipboard.readText()')).toBe(service.enterpriseId);
    for (const text of [
      'Havelwerk Logistik GmbH',
      'Europe/Berlin',
      service.url,
      'Authorization',
      'x-enterprise-id',
    ])
      await visitor.expectText(text);
    for (const name of ['Swagger UI', 'OpenAPI document']) {
      const link = await visitor.page.getByRole('link', { name }).getAttribute('href');
      expect((await fetch(link!)).status).toBe(200);
    }
  });

  test('shows an error for an unknown device, key or address, with a link to the API keys', async () => {
    await visitor.open('data/devices/no-such-device');
    await visitor.expectText('This device no longer exists.');
    await expect(visitor.button('Try again')).toHaveCount(0);
    await visitor.followLink('All devices');
    await visitor.expectHeading('Data');
    await visitor.open('keys/no-such-key');
    await visitor.expectText('This API key no longer exists');
    await visitor.open('no/such/page');
    await visitor.followLink('Show API keys');
    await visitor.expectHeading('API keys');
  });
});

describe('Users and data retention', () => {
  const { service, visitor } = openPortal();

  const field = (name: string) => visitor.page.getByRole('textbox', { name, exact: true });

  test('rejects an invalid link in a window that already shows the portal', async () => {
    await visitor.openKeys();
    await visitor.page.goto(`${service.url}/portal/keys#link=${'A'.repeat(200)}.`);
    await visitor.expectHeading('Password link');
    await visitor.expectText('This link is not valid');
    await expect(visitor.button('Try again')).toHaveCount(0);
    await visitor.press('Go to sign in');
    await visitor.expectHeading('API keys');
  });

  test('keeps the keyboard focus at the end of a long table', async () => {
    await service.runSql(`INSERT INTO administrators
      (enterprise_key, id, email, name, role, password_hash, created_at, updated_at)
      WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 149)
      SELECT key, n, n || '@havelwerk.example', 'User ' || n, 'viewer', 'x', 0, 0 FROM many, enterprises`);
    await visitor.open('settings/people');
    await visitor.button('Show 50 more').press('Enter');
    await expect(visitor.page.getByText('150 of 150')).toBeFocused();
  });

  test('shows the error of an invitation at its field', async () => {
    await visitor.open('settings/people');
    await visitor.press('Invite user');
    await expect(field('E-mail address')).toBeFocused();
    await visitor.press('Create link');
    await visitor.expectText('Enter an e-mail address such as');
    await field('E-mail address').fill(service.email);
    await field('Name').fill('Olga');
    await visitor.press('Create link');
    await visitor.expectText('Another user already has this e-mail address.');
    await expect(field('E-mail address')).toBeFocused();
  });

  test('names the button that copies a new link in both languages', async () => {
    await visitor.open('settings/people');
    await visitor.press('Invite user');
    await field('E-mail address').fill('olga@havelwerk.example');
    await field('Name').fill('Olga');
    await visitor.press('Create link');
    await visitor.press('Copy Link');
    await visitor.expectText('Link copied.');
    await visitor.switchToGerman();
    await expect(visitor.button('Link kopiert.')).toBeVisible();
  });

  test('hides the link of a user who becomes an administrator, which the service revokes', async () => {
    await service.addAdministrator('vera@havelwerk.example', 'viewer', 'Vera');
    await visitor.open('settings/people');
    await visitor.press('Create link for Vera');
    await visitor.press('Create link');
    await visitor.expectText('Link for Vera');
    const changeRole = async (role: string) => {
      await visitor.press('Change role of Vera');
      await visitor.page.getByRole('alertdialog').getByRole('button', { name: /Role$/ }).click();
      await visitor.page.getByRole('option', { name: role }).click();
      await visitor.press('Change role');
      await expect(visitor.row('Vera')).toContainText(role);
    };
    await changeRole('API key manager');
    await visitor.expectText('Link for Vera');
    await changeRole('Administrator');
    await visitor.expectNoText('Link for Vera');
  });

  test('A form that is sent twice waits for its response, and keeps what was entered after an error', async () => {
    await visitor.open('account');
    const respond = await visitor.holdResponse('**/account/password');
    const password = visitor.page.getByLabel('New password', { exact: true });
    await visitor.page.getByLabel('Current password').fill('not the password');
    await password.fill('a few words in a row');
    for (let times = 0; times < 2; times++) await password.press('Enter');
    await expect(visitor.button('Saving …')).toBeVisible();
    await visitor.expectNoText(/Your password is changed/);
    respond();
    await visitor.expectText('The current password is wrong.');
    expect(visitor.requestedUrls.filter((url) => url.endsWith('/account/password'))).toHaveLength(1);
    await expect(password).toHaveValue('a few words in a row');
  });

  test('A late response to one dialog leaves another dialog open', async () => {
    await service.addAdministrator('vera@havelwerk.example', 'viewer', 'Vera');
    await visitor.open('settings/people');
    const respond = await visitor.holdResponse(/\/link$/);
    await visitor.press('Create link for Vera');
    await visitor.press('Create link');
    await visitor.page.keyboard.press('Escape');
    await visitor.press('Invite user');
    await field('Name').fill('Olga');
    respond();
    await visitor.page.locator('section code').first().waitFor();
    await expect(field('Name')).toHaveValue('Olga');
  });

  test('A form that changes while it is sent is not shown as saved', async () => {
    await visitor.open('account');
    await field('Name').waitFor();
    const respond = await visitor.holdResponse('**/account');
    await field('Name').fill('Olga');
    await field('Name').press('Enter');
    await field('Name').fill('Olga Brandt');
    respond();
    await expect(visitor.button('Save name')).toBeVisible();
    await expect(visitor.page.getByRole('link', { name: 'Account:' })).toContainText('Olga');
    await visitor.expectNoText('Your name is saved.');
  });

  test('A form that resets keeps what was entered while it was sent', async () => {
    await visitor.open('account');
    const respond = await visitor.holdResponse('**/account/password');
    const password = visitor.page.getByLabel('New password', { exact: true });
    await visitor.page.getByLabel('Current password').fill(service.password);
    await password.fill('a few words in a row');
    await password.press('Enter');
    await password.fill('other words in a row');
    respond();
    await expect(visitor.button('Change password')).toBeVisible();
    await expect(password).toHaveValue('other words in a row');
  });

  test('A password link is sent once, also if signing out fails after it', async () => {
    const sent: string[] = [];
    await visitor.page.route(/api\/link(\/|$)/, (route) => {
      const { pathname } = new URL(route.request().url());
      sent.push(pathname);
      const json = { email: 'olga@havelwerk.example', name: 'Olga Brandt', invited: true };
      return route.fulfill({ json });
    });
    let signOuts = 0;
    await visitor.page.route(/portal\/api\/session$/, (route) =>
      route.request().method() === 'DELETE' && signOuts++ === 0
        ? route.fulfill({ status: 503, json: { code: 'unavailable' } })
        : route.fallback(),
    );
    await visitor.open(`#link=${'A'.repeat(43)}`);
    const password = visitor.page.getByLabel('New password', { exact: true });
    await password.fill('a few words in a row');
    await password.press('Enter');
    await visitor.page.getByRole('alert').waitFor();
    await expect(password).not.toBeEditable();
    const before = [...sent];
    await password.press('Enter');
    await visitor.expectHeading('Sign in');
    expect(sent).toEqual(before);
  });

  test('The form for the time zone focuses its field, and requires confirmation before it discards a change', async () => {
    await visitor.open('settings');
    await visitor.press('Change time zone');
    const form = visitor.page.getByRole('dialog', { name: 'Change time zone' });
    await expect(form.getByRole('button', { name: /Time zone$/ })).toBeFocused();
    await visitor.choose('Time zone', 'Asia/Tokyo');
    await visitor.page.keyboard.press('Escape');
    await visitor.press('Keep editing');
    await visitor.press('Change time zone');
    await visitor.expectText('The time zone is now');
  });

  test('A form with changes requires confirmation before the Back button closes it or the page reloads', async () => {
    await visitor.openKeys();
    await visitor.followLink('Settings');
    await visitor.press('Change data retention');
    await visitor.page.getByLabel('Days of retention').fill('7');
    await visitor.page.goBack();
    await visitor.press('Keep editing');
    await expect(visitor.page.getByLabel('Days of retention')).toHaveValue('7');
    const asked = visitor.page.waitForEvent('dialog');
    const reload = visitor.page.reload().catch(() => undefined);
    await (await asked).dismiss();
    await reload;
    await visitor.page.goBack();
    await visitor.press('Discard changes');
    await expect(visitor.page.getByRole('dialog')).toHaveCount(0);
    await visitor.expectHeading('Settings');
    await visitor.page.goBack();
    await visitor.expectHeading('API keys');
  });

  const dialog = () => visitor.page.getByRole('dialog').or(visitor.page.getByRole('alertdialog'));
  async function requestDays(days: string): Promise<void> {
    await visitor.press('Change data retention');
    await visitor.page.getByLabel('Days of retention').fill(days);
    await visitor.press('Continue');
  }

  test('requires confirmation, and lists the data that the change purges', async () => {
    await visitor.open('settings');
    await visitor.expectText('indefinitely');
    await requestDays('7');
    await visitor.expectText('Keep only 7 days?');
    await visitor.expectText(/the service purges all data from before .*:/);
    await visitor.expectText(/[\d,]+ data usage records( or more)?/);
    await visitor.expectText(/[\d,]+ locations( or more)?/);
    await visitor.expectText('Purged data cannot be restored.');
    await visitor.expectFocus('Cancel');
    await visitor.press('Cancel');
    await expect(dialog()).toHaveCount(0);
    await visitor.expectText('indefinitely');
    await requestDays('7');
    await visitor.press('Keep 7 days and purge older data');
    await visitor.expectText('Data is kept for 7 days.');
    await expect(dialog()).toHaveCount(0);
    await expect(visitor.page.locator('dd', { hasText: '7 days' })).toHaveCount(1);
  });
});

describe('Connection', () => {
  const { service, visitor } = openPortal({ allowsErrors: true });

  beforeEach(async () => {
    await service.call(service.demoKey, '/api/v1/device/');
    await visitor.openKeys();
  });

  const link = (name: string) => visitor.page.getByRole('link', { name });

  test('a page that cannot be loaded leaves the others usable, and loads when the network is back', async () => {
    const network = visitor.page.context();
    await network.setOffline(true);
    await link('Activity').click();
    await visitor.expectHeading('This page could not be loaded');
    await visitor.expectFocus('This page could not be loaded');
    await visitor.expectText('Check your connection');
    await link('API keys').click();
    await visitor.expectHeading('API keys');
    await link('Activity').click();
    await visitor.press('Try again');
    await visitor.expectText('The service is still unreachable.');
    await network.setOffline(false);
    await visitor.press('Try again');
    await visitor.expectHeading('Activity');
  });
});
