import { readFile } from 'node:fs/promises';
import { Authenticator } from '../kit/app/second-factor.js';
import { expect, openPortal } from '../kit/browser/portal.js';

describe('An API key manager', () => {
  const { service, visitor } = openPortal({ isSignedIn: false });

  beforeEach(async () => {
    await service.addAdministrator('kim@havelwerk.example', 'key_manager', 'Kim');
    await service.addAdministrator('vera@havelwerk.example', 'viewer', 'Vera');
    await visitor.open('keys');
    await visitor.signIn('kim@havelwerk.example');
    await visitor.expectHeading('API keys');
  });

  test('manages API keys but has no Data pages, also not by their address', async () => {
    await visitor.createAndCopyKey('Made by Kim', 'Apps');
    await expect(visitor.page.getByRole('link', { name: 'Data', exact: true })).toHaveCount(0);
    await visitor.open('data');
    await visitor.expectText('Your role does not allow this.');
  });

  test('sees an invented device in the example of a key', async () => {
    await visitor.press('Create API key');
    await visitor.page.getByText('Show an example of what the application sees').click();
    await visitor.expectText('An invented device as this API key sees it.');
  });

  test('changes viewers, but no administrators and not the own role', async () => {
    await visitor.open('settings/people');
    await visitor.row('Ines Krüger').waitFor();
    const button = (name: string) => visitor.page.getByRole('button', { name });
    await expect(button('Change role of Vera')).toHaveCount(1);
    await expect(button('Change role of Ines Krüger')).toHaveCount(0);
    await expect(button('Remove Ines Krüger')).toHaveCount(0);
    await expect(button('Change role of Kim')).toHaveCount(0);
    await visitor.press('Change role of Vera');
    await visitor.page.getByRole('alertdialog').getByRole('button', { name: /Role$/ }).click();
    await expect(visitor.page.getByRole('option')).toHaveText(['API key manager', 'Viewer']);
    await visitor.page.getByRole('option', { name: 'API key manager' }).click();
    await visitor.press('Change role');
    await visitor.expectText('The role of Vera is changed.');
    await expect(visitor.row('Vera')).toContainText('API key manager');
  });
});

describe('The Data pages', () => {
  const { visitor } = openPortal();

  const link = () => visitor.page.getByRole('link', { name: 'Data', exact: true });

  test('can be switched off and on for the enterprise', async () => {
    await visitor.open('settings');
    await visitor.press('Switch Data pages off');
    await visitor.expectText('No user can open them until they are switched on again.');
    await visitor.press('Switch Data pages off');
    await visitor.expectText('The Data pages are off.');
    await visitor.followLink('API keys');
    await expect(link()).toHaveCount(0);
    await visitor.open('data');
    await visitor.expectText('An administrator has switched the Data pages off');
    await visitor.open('settings');
    await visitor.press('Switch Data pages on');
    await visitor.press('Switch Data pages on');
    await visitor.expectText('The Data pages are on.');
    await visitor.followLink('API keys');
    await expect(link()).toHaveCount(1);
  });
});

describe('The account', () => {
  const { service, visitor } = openPortal();

  test('shows browser and system of each session and ends one of them', async () => {
    await fetch(`${service.url}/portal/api/session`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
        origin: service.url,
      },
      body: JSON.stringify({ email: service.email, password: service.password }),
    });
    await visitor.open('account');
    await expect(visitor.row('this session')).toContainText('Chrome');
    await expect(visitor.row('Firefox on Linux')).toHaveCount(1);
    await visitor.press('End session: Firefox on Linux');
    await visitor.press('End session');
    await visitor.expectText('The session is ended.');
    await expect(visitor.row('Firefox')).toHaveCount(0);
  });

  test('refuses a common password, and hints at the strength of others', async () => {
    await visitor.open('account');
    await visitor.page.getByLabel('Current password').fill(service.password);
    const field = visitor.page.getByLabel('New password', { exact: true });
    await field.fill('purple otter folds maps');
    await visitor.expectText('Very hard to guess');
    await field.fill('unbelievable1');
    await visitor.expectText('Hard to guess');
    await field.fill('password123456');
    await visitor.expectText('Easy to guess');
    await visitor.press('Change password');
    await visitor.expectText('This password is easy to guess.');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveValue('password123456');
  });

  test('offers new recovery codes as a file', async () => {
    const codes = ['aaaa-bbbb', 'cccc-dddd'];
    await service.runSql(`UPDATE administrators SET totp_secret = 'sealed'`);
    await visitor.page.route(/second-factor\/recovery-codes$/, (route) =>
      route.fulfill({ json: { recovery_codes: codes } }),
    );
    await visitor.open('account');
    await visitor.press('Create recovery codes');
    await visitor.page.getByLabel('Current password').last().fill(service.password);
    await visitor.press('Continue');
    const download = visitor.page.waitForEvent('download');
    await visitor.press('Download codes');
    expect(await readFile(await (await download).path(), 'utf8')).toBe('aaaa-bbbb\ncccc-dddd\n');
    await visitor.press('I’ve saved these codes');
  });

  test('does not show the QR code of a closed dialog in another dialog', async () => {
    await service.runSql(`UPDATE administrators SET totp_secret = 'sealed'`);
    let respond: () => void;
    const held = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await visitor.page.route(/account\/second-factor$/, async (route) => {
      await held;
      await route.fulfill({ json: { secret: 'A'.repeat(32), uri: 'otpauth://totp/late' } });
    });
    await visitor.open('account');
    await visitor.press('Change app');
    await visitor.page.getByLabel('Current password').last().fill(service.password);
    await visitor.press('Continue');
    await visitor.page.keyboard.press('Escape');
    await visitor.press('Turn off second factor');
    const response = visitor.page.waitForResponse(/account\/second-factor$/);
    respond!();
    await (await response).finished();
    await expect(visitor.page.getByRole('dialog').getByRole('textbox')).toHaveCount(1);
    await visitor.expectNoText('Scan this code');
  });
});

describe('The required setup of a second factor', () => {
  const { service, visitor } = openPortal({ isSignedIn: false });

  test('keeps its recovery codes when the user opens another window', async () => {
    await service.runSql('UPDATE enterprises SET second_factor_required = 1');
    await visitor.open('keys');
    await visitor.signIn();
    await visitor.press('Set up second factor');
    const secret = visitor.page.locator('code').filter({ hasText: /^[A-Z2-7]{32}$/ });
    const authenticator = new Authenticator((await secret.textContent()) ?? '');
    await visitor.page.getByLabel('Code from the app').fill(authenticator.code());
    await visitor.page.keyboard.press('Enter');
    await visitor.expectText('The portal shows them only once.');
    const otherPage = await visitor.page.context().newPage();
    await otherPage.goto(`${service.url}/portal/keys`);
    await otherPage.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await visitor.page.waitForTimeout(500);
    await visitor.expectText('The portal shows them only once.');
    await visitor.press('I’ve saved these codes');
    await visitor.expectHeading('API keys');
  });
});

describe('A phone', () => {
  const { visitor } = openPortal({ context: { viewport: { width: 360, height: 740 } } });

  test.each([
    ['keys', 'State'],
    ['activity?show=audit', 'Action'],
    ['activity?show=calls', 'Reason'],
  ])('collapses the filters of %s, and shows how many are in use', async (path, label) => {
    await visitor.open(path);
    const filter = visitor.page.getByRole('button', { name: new RegExp(`${label}$`) });
    await visitor.page.getByText('Filters', { exact: true }).waitFor();
    await expect(filter).toBeHidden();
    await visitor.page.getByText('Filters', { exact: true }).click();
    await filter.click();
    await visitor.page.getByRole('option').nth(1).click();
    await visitor.expectText('Filters (1 in use)');
  });
});
