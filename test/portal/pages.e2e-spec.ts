import { expect } from '../kit/browser/expect.js';
import { show, VIEWS } from '../kit/browser/looks/views.js';
import { openPortal } from '../kit/browser/portal.js';

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
    await visitor.heading('van-01');
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

  describe('Data', () => {
    test('lists the devices that the API lists, and finds them', async () => {
      const listed = await service.read<{ id: string }[]>('/api/v1/device/');
      await visitor.open('data');
      await visitor.page.getByRole('table').waitFor();
      const shown = await visitor.page.getByRole('rowheader').getByRole('link').allTextContents();
      expect(shown.toSorted()).toEqual(listed.map(({ id }) => id).toSorted());
      await visitor.page.getByLabel('Search devices').fill('zebra lost');
      await visitor.see('Nothing matches the search.');
      await visitor.page.getByLabel('Search devices').fill('van-01');
      await visitor.follow('van-01');
      await visitor.heading('van-01');
      expect(await visitor.focused()).toBe('van-01');
      await visitor.see('Management mode');
    });

    test('shows what a device used, by network and by app, in the chosen days', async () => {
      await openDevice('dataUsage');
      await visitor.page.locator('.stacked-bars-bar').first().waitFor();
      await visitor.press('1 day');
      expect(visitor.parameter('startdate')).toBe(visitor.parameter('enddate'));
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

    test('shows screen time and apps', async () => {
      await openDevice('screenTime');
      await visitor.page.locator('.stacked-bars-bar').first().waitFor();
      await visitor.page.getByRole('tab', { name: 'Apps' }).click();
      await visitor.page.getByLabel('Search apps').fill('maps');
      await visitor.see('com.google.android.apps.maps');
    });

    test('says so when there is no such device', async () => {
      await visitor.open('data/devices/no-such-device');
      await visitor.see('There is no such device.');
    });
  });

  test('Settings gives what an application needs beside its key', async () => {
    await visitor.follow('Settings');
    await visitor.heading('Settings');
    await visitor.press('Copy Enterprise identifier');
    await visitor.see('Enterprise identifier copied.');
    expect(await visitor.evaluate('navigator.clipboard.readText()')).toBe(service.enterpriseId);
    for (const text of [
      'Havelwerk Logistik GmbH',
      'Europe/Berlin',
      service.url,
      'Authorization',
      'x-enterprise-id',
    ])
      await visitor.see(text);
    for (const name of ['Swagger UI', 'OpenAPI document']) {
      const link = await visitor.page.getByRole('link', { name }).getAttribute('href');
      expect((await fetch(link!)).status).toBe(200);
    }
  });

  test('an address without a page says so and leads on', async () => {
    await visitor.open('no/such/page');
    await visitor.follow('Show API keys');
    await visitor.heading('API keys');
  });
});

describe('People', () => {
  // what people come to do by the keyboard is in flows/people.ts

  const { service, visitor } = openPortal();

  const EMAIL = 'olga@havelwerk.example';
  const NEW_PASSWORD = 'a few words in a row';

  const field = (name: string) => visitor.page.getByRole('textbox', { name, exact: true });

  async function openPeople(): Promise<void> {
    await visitor.open('settings/people');
    await visitor.heading('Users');
  }

  async function invite(): Promise<string> {
    await openPeople();
    await visitor.press('Invite user');
    await field('E-mail address').fill(EMAIL);
    await field('Name').fill('Olga Brandt');
    await visitor.press('Create link');
    const link = (await visitor.page.locator('section code').first().textContent()) ?? '';
    expect(link).toMatch(/\/portal#link=[\w-]{43}$/);
    return link;
  }

  test('somebody who was invited chooses a password, signs in with it, and the token is nowhere', async () => {
    const link = await invite();
    await visitor.row(EMAIL).getByText('no password yet').waitFor();
    await visitor.start();
    await visitor.page.goto(link);
    await visitor.heading('Welcome');
    await expect(field('E-mail address')).toHaveValue(EMAIL);
    const token = link.slice(-43);
    expect(visitor.page.url()).toBe(`${service.url}/portal`);
    await visitor.page.getByLabel('New password').fill('short');
    await visitor.press('Save password');
    await visitor.see('Enter 12 to 1000 characters.');
    await visitor.page.getByLabel('New password').fill(NEW_PASSWORD);
    await visitor.press('Save password');
    await visitor.see('Your password is saved. You can sign in now.');
    await visitor.signIn(EMAIL, NEW_PASSWORD);
    await visitor.heading('API keys');
    expect(visitor.asked.join(' ').replace(link, '')).not.toContain(token);
    expect(await visitor.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(
      token,
    );
    // a link that is opened in a window that shows the portal already, where only the fragment changes
    await visitor.page.goto(`${service.url}/portal`);
    await visitor.heading('API keys');
    await visitor.page.goto(`${visitor.page.url()}#link=${token}`);
    await visitor.see('This link is not valid');
    await visitor.press('Go to sign in');
    await visitor.heading('API keys');
  });

  test('the last administrator cannot be removed', async () => {
    await openPeople();
    await visitor
      .row(service.email)
      .getByRole('button', { name: /^Remove/ })
      .press('Enter');
    await visitor.page.getByRole('alertdialog').getByRole('button', { name: 'Remove user' }).press('Enter');
    await visitor.see('This user is the last administrator of your enterprise.');
    await visitor.press('Cancel');
  });

  test('an invitation that cannot be made says why, where it is wrong', async () => {
    await openPeople();
    await visitor.press('Invite user');
    await expect(field('E-mail address')).toBeFocused();
    await visitor.press('Create link');
    await visitor.see('Enter an e-mail address such as');
    await field('E-mail address').fill(service.email);
    await field('Name').fill('Olga');
    await visitor.press('Create link');
    await visitor.see('Another user already has this e-mail address.');
    await expect(field('E-mail address')).toBeFocused();
  });

  describe('The account', () => {
    test('has a name, which stands beside the pages', async () => {
      await visitor.open('account');
      await field('Name').fill('Olga Brandt');
      await visitor.page.keyboard.press('Enter');
      await visitor.see('Your name is saved.');
      await expect(visitor.page.getByRole('link', { name: 'Account:' })).toContainText('Olga Brandt');
    });

    test('has a password, which needs the present one', async () => {
      await visitor.open('account');
      await visitor.page.getByLabel('Current password').fill('not the present one');
      await visitor.page.getByLabel('New password').fill('other words in a row');
      await visitor.page.keyboard.press('Enter');
      await visitor.see('The current password is wrong.');
      await expect(visitor.page.getByLabel('Current password')).toBeFocused();
    });
  });
});

describe('Settings', () => {
  // docs/contract.md, 2.8 and 2.14, as administrators meet them

  const { service, visitor } = openPortal();

  beforeEach(async () => {
    await visitor.open('settings');
    await visitor.heading('Settings');
  });

  const dialogue = () => visitor.page.getByRole('dialog').or(visitor.page.getByRole('alertdialog'));
  const changes = () => visitor.asked.filter((address) => address.endsWith('/internal/v1/settings')).length;

  async function askForDays(days: string): Promise<void> {
    await visitor.press('Change data retention');
    await visitor.page.getByLabel('Days of retention').fill(days);
    await visitor.press('Continue');
  }

  test('is asked for, and what goes is said in words before it is saved', async () => {
    await visitor.see('indefinitely');
    await askForDays('7');
    await visitor.see('Keep only 7 days?');
    await visitor.see(/the service purges all data from before .*:/);
    await visitor.see(/[\d,]+ data usage records( or more)?/);
    await visitor.see(/[\d,]+ locations( or more)?/);
    await visitor.see('Purged data cannot be restored.');
    expect(await visitor.focused()).toBe('Cancel');
    await visitor.press('Cancel');
    await expect(dialogue()).toHaveCount(0);
    await visitor.see('indefinitely');
    await askForDays('7');
    await visitor.press('Keep 7 days and purge older data');
    await visitor.see('Data is kept for 7 days.');
    await expect(dialogue()).toHaveCount(0);
    await expect(visitor.page.locator('dd', { hasText: '7 days' })).toHaveCount(1);
  });

  test('asks for nothing where nothing goes: more days, or for ever again', async () => {
    await service.change('UPDATE enterprises SET retention_days = 7');
    await visitor.open('settings');
    for (const [days, done] of [
      ['30', 'Data is kept for 30 days.'],
      ['', 'Data is kept indefinitely.'],
    ] as const) {
      await askForDays(days);
      await visitor.see(done);
      await expect(dialogue()).toHaveCount(0);
    }
  });

  test('is a whole number, or nothing', async () => {
    await visitor.see('indefinitely'); // else the settings themselves may be asked for meanwhile
    for (const wrong of ['0', '-1', '1.5', '36601', 'many']) {
      const before = changes();
      await askForDays(wrong);
      await visitor.see('Enter a whole number from 1 to 36,600, or leave the field empty.');
      expect(changes()).toBe(before);
      await visitor.page.keyboard.press('Escape');
      await expect(dialogue()).toHaveCount(0);
    }
  });
});

describe('Connection', () => {
  const { service, visitor } = openPortal({ mayComplain: true });

  beforeEach(async () => {
    await service.call(service.demoKey, '/api/v1/device/');
    await visitor.openKeys();
  });

  const link = (name: string) => visitor.page.getByRole('link', { name });

  test('a page that cannot be fetched leaves the others in reach, and comes once the network is back', async () => {
    const network = visitor.page.context();
    await network.setOffline(true);
    await link('Activity').click();
    await visitor.heading('This page could not be loaded');
    expect(await visitor.focused()).toBe('This page could not be loaded');
    await visitor.see('Check your connection');
    await link('API keys').click();
    await visitor.heading('API keys');
    await link('Activity').click();
    await visitor.press('Try again');
    await visitor.see('The service is still unreachable.');
    await network.setOffline(false);
    await visitor.press('Try again');
    await visitor.heading('Activity');
  });

  test('a chart that cannot be fetched leaves the other pages in reach, and comes when tried again', async () => {
    const part = /stacked-bars/;
    await visitor.page.route(part, (route) => route.abort());
    await link('Activity').click();
    await visitor.heading('This page could not be loaded');
    await link('Settings').waitFor();
    await visitor.page.unroute(part);
    await visitor.press('Try again');
    await visitor.page.locator('.stacked-bars-bar').first().waitFor();
  });
});

describe('Small windows', () => {
  const TELEPHONE = { width: 360, height: 740 };
  const LAPTOP = { width: 1280, height: 800 };

  const { service, visitor } = openPortal({ context: { viewport: LAPTOP } });

  /** Waits until what carries this is where one would press it. */
  const toBePressable = (selector: string) =>
    expect
      .poll(() =>
        visitor.evaluate<boolean>(`[...document.querySelectorAll('${selector}')].every((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height - 2));
    })`),
      )
      .toBe(true);

  test.each(VIEWS.filter(({ name }) => name.startsWith('key-')))(
    'the buttons of $name are in sight, and what has the focus is not behind them',
    async (view) => {
      await show(visitor, view);
      for (const size of [LAPTOP, TELEPHONE, { width: 640, height: 480 }]) {
        await visitor.page.setViewportSize(size);
        await toBePressable('.dialogue-actions button');
      }
      for (const choice of await visitor.page.getByRole('checkbox').all()) {
        await choice.focus();
        await toBePressable('.scope:has(:focus)');
      }
    },
  );

  test('theme and language are folded away on a telephone', async () => {
    await visitor.page.setViewportSize(TELEPHONE);
    await visitor.open('keys');
    await visitor.heading('API keys');
    const choices = visitor.page.getByRole('radio');
    const button = (name: string) => visitor.page.getByRole('button', { name, exact: true });
    await expect(choices).toHaveCount(0);
    await button('Appearance and language').press('Enter');
    await visitor.page.getByRole('radio', { name: 'Dark' }).press('Space');
    await visitor.page.getByRole('radio', { name: 'Deutsch' }).press('Space');
    await visitor.page.getByRole('dialog', { name: 'Darstellung und Sprache' }).press('Escape');
    await expect(choices).toHaveCount(0);
    await visitor.heading('API-Schlüssel');
    expect(await visitor.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    const focused = await visitor.evaluate<string>(`document.activeElement.getAttribute('aria-label')`);
    expect(focused).toBe('Darstellung und Sprache');
    await visitor.page.setViewportSize(LAPTOP);
    await expect(choices).toHaveCount(5);
    await expect(visitor.page.getByRole('radio', { name: 'Dunkel' })).toBeChecked();
  });

  describe('An e-mail address', () => {
    const ADDRESS = 'maximiliane.von-hohenberg@logistik.havelwerk.example';

    beforeEach(() =>
      service.change(`UPDATE audit_events SET actor = 'admin:${ADDRESS}' WHERE actor LIKE 'admin:%';
      UPDATE audit_events SET details = '{"email":"${ADDRESS}"}' WHERE action = 'administrator.added'`),
    );

    /** Of each word of a cell on how many lines it stands. */
    const lines = (cell: string) =>
      visitor.evaluate<number[]>(`(() => {
      const texts = document.createTreeWalker(document.querySelector('${cell}'), NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const found = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { index, 0: word } of text.data.matchAll(/[^-]+/g)) {
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          found.push(new Set([...range.getClientRects()].map(({ top }) => top)).size);
        }
      }
      return found;
    })()`);

    test('breaks at its signs, not in a word', async () => {
      await visitor.open('activity?show=audit');
      await visitor.page.locator('.data-table-cell-who', { hasText: ADDRESS }).first().waitFor();
      for (const size of [LAPTOP, { width: 1024, height: 800 }, TELEPHONE]) {
        await visitor.page.setViewportSize(size);
        for (const cell of [`.data-table-cell-who:has(wbr)`, `.data-table-cell-details:has(wbr)`]) {
          const found = await lines(cell);
          expect(found.length).toBeGreaterThan(4);
          expect(new Set(found)).toEqual(new Set([1]));
        }
      }
    });
  });
});
