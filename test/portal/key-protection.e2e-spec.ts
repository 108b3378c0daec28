import { expect, openPortal } from '../kit/browser/portal.js';

const HOUR_MS = 3_600_000;

describe('Data protection of an API key', () => {
  const { service, visitor } = openPortal();

  beforeEach(() => visitor.openKeys());

  const checkbox = (name: string) => visitor.page.getByRole('checkbox', { name });
  const exampleOf = (field: string) =>
    visitor.page.locator('dl div').filter({ has: visitor.page.getByText(field, { exact: true }) });

  test('hides credentials of a new key unless the user chooses otherwise', async () => {
    const key = await visitor.createAndCopyKey('Careful', 'Device list');
    await expect(visitor.row('Careful').getByText('Without credentials')).toHaveCount(1);
    const devices = (await (await service.call(key, '/api/v1/device/')).json()) as { token: string }[];
    expect(new Set(devices.map(({ token }) => token))).toEqual(new Set(['']));

    await visitor.press('Create API key');
    await visitor.fillKeyForm('Device management', 'Device list');
    await checkbox('Hide credentials').press('Space');
    await visitor.press('Create API key');
    const otherKey = await visitor.shownKey();
    await visitor.press('Copy API key');
    const [device] = (await (await service.call(otherKey, '/api/v1/device/')).json()) as { token: string }[];
    expect(device!.token).not.toBe('');
  });

  test('shows the first device of the enterprise as the key sees it', async () => {
    const [first] = await service.read<{ id: string; imei: string }[]>('/api/v1/device/?fields=id,imei');
    await visitor.press('Create API key');
    await visitor.page.getByText('Show an example of what the application sees').click();
    await visitor.expectText(`The device ${first!.id} as this API key sees it.`);
    await expect(exampleOf('fcm_token')).toContainText('""hidden');
    await expect(exampleOf('imei')).toContainText(`"${first!.imei.slice(0, 6)}…"`);
    await checkbox('Hide identifiers').press('Space');
    await expect(exampleOf('imei')).toContainText('""hidden');
    await checkbox('Hide exact location').press('Space');
    await expect(exampleOf('lat')).toContainText(/-?\d+(\.\d{1,2})?less exact$/);
    await visitor.press('Cancel');
  });

  test('lists what a change hides, and the audit log shows both values', async () => {
    await service.createKey('Trip log', ['device:GetLocation']);
    await visitor.page.reload();
    await visitor.press('Edit Trip log');
    await checkbox('Hide exact location').press('Space');
    await visitor.expectText('Locations will be rounded to about 1 km immediately.');
    await visitor.expectText('must start again');
    await visitor.press('Save changes');
    await visitor.expectText('The changes to Trip log are saved.');
    await expect(visitor.row('Trip log').getByText('Without exact location')).toHaveCount(1);
    await visitor.row('Trip log').getByRole('link').click();
    await visitor.page.getByRole('tab', { name: 'Audit log' }).click();
    const event = visitor.row('API key changed');
    await expect(event).toContainText('hidden data: exact locations');
    await expect(event).toContainText('previous hidden data: –');
  });

  test('filters the list by what is hidden', async () => {
    await visitor.createAndCopyKey('Careful', 'Apps');
    const names = () => visitor.page.getByRole('rowheader').locator('.strong').allTextContents();
    await visitor.choose('Data protection', 'Without credentials');
    await expect.poll(names).toEqual(['Careful']);
    await visitor.choose('Data protection', 'Sees everything');
    await expect.poll(names).toEqual(['Demo']);
    expect(visitor.queryParameter('hidden')).toBe('nothing');
  });
});

describe('Agents of an API key', () => {
  const { visitor } = openPortal();

  test('are allowed by a switch, and the page of the key has lines for three clients', async () => {
    await visitor.openKeys();
    await visitor.press('Create API key');
    await visitor.page.getByRole('checkbox', { name: 'Allow agents' }).press('Space');
    await visitor.fillKeyForm('Assistant', 'Device list');
    await visitor.press('Create API key');
    await visitor.press('Copy API key');
    await expect(visitor.row('Assistant').getByText('Agents allowed')).toHaveCount(1);
    await visitor.choose('Agents \\(MCP\\)', 'Not allowed');
    await expect(visitor.row('Assistant')).toHaveCount(0);
    await visitor.choose('Agents \\(MCP\\)', 'Allowed');
    await visitor.row('Assistant').getByRole('link').click();
    await visitor.expectHeading('Assistant');
    for (const client of ['Claude Code', 'VS Code', 'Cursor']) {
      await visitor.press(`Copy ${client}`);
      await visitor.expectText(`${client} copied.`);
      expect(await visitor.evaluate('navigator.clipboard.readText()')).toContain('/mcp');
    }
    const { mcpServers } = JSON.parse(await visitor.evaluate<string>('navigator.clipboard.readText()')) as {
      mcpServers: Record<string, { url: string }>;
    };
    expect(Object.values(mcpServers)[0]!.url).toBe(`${visitor.service.url}/mcp`);
    await visitor.press('Edit Assistant');
    await visitor.page.getByRole('checkbox', { name: 'Allow agents' }).press('Space');
    await visitor.expectText('Requests of agents will be refused immediately.');
    await visitor.press('Save changes');
    await visitor.expectText('The changes to Assistant are saved.');
    await expect(visitor.page.getByRole('heading', { name: 'Connect an agent' })).toHaveCount(0);
  });
});

describe('A service that has switched agents off', () => {
  const { service, visitor } = openPortal({ settings: () => ({ MCP: 'off' }) });

  test('shows this in the form and on the page of a key, instead of lines that would not work', async () => {
    await service.runSql(`UPDATE api_keys SET mcp = 1 WHERE application = 'Demo'`);
    await visitor.openKeys();
    await visitor.press('Edit Demo');
    await visitor.expectText('so no agent can use an API key now.');
    await visitor.press('Cancel');
    await visitor.row('Demo').getByRole('link').click();
    await visitor.page.getByRole('heading', { name: 'Connect an agent' }).waitFor();
    await visitor.expectText('The operator of the service has switched agents off');
    await expect(visitor.page.getByText('Claude Code')).toHaveCount(0);
  });
});

describe('The life of an API key', () => {
  const { service, visitor } = openPortal();

  beforeEach(() => visitor.openKeys());

  test('keeps a recently used key for one day when it is regenerated, and shows who created it', async () => {
    await visitor.press('Create API key');
    await visitor.page.getByRole('checkbox', { name: 'Hide credentials' }).press('Space');
    await visitor.fillKeyForm('Busy', 'Device list');
    await visitor.press('Create API key');
    await visitor.press('Copy API key');
    await service.runSql(`UPDATE api_keys SET last_used_at = ${Date.now()} WHERE application = 'Busy'`);
    await visitor.page.reload();
    await expect(visitor.row('Busy')).toContainText(service.email);
    await visitor.press('Regenerate the API key of Busy');
    await visitor.expectText('An application has used it within the last 24 hours.');
    await expect(visitor.page.getByRole('button', { name: /^1 day/ })).toBeVisible();
    await visitor.press('Regenerate API key');
    await visitor.press('Copy API key');
    await visitor.expectText(/Old API key works until .*\d:\d\d/);
  });

  test('shows the list with its message after a deletion on the page of the key', async () => {
    await service.createKey('Short-lived', ['device:GetList']);
    await visitor.page.reload();
    await visitor.row('Short-lived').getByRole('link').click();
    await visitor.press('Delete Short-lived');
    await visitor.press('Delete API key');
    await visitor.expectHeading('API keys');
    await visitor.expectText('Short-lived is deleted. Its API key no longer works.');
    await visitor.page.reload();
    await visitor.row('Demo').waitFor();
    await visitor.expectNoText('Short-lived is deleted.');
  });

  test('finds the application of a leaked key, and does not put the key into an address', async () => {
    const key = await service.createKey('Leaky', ['device:GetList']);
    await visitor.press('Which API key is this?');
    await visitor.page.getByLabel('API key', { exact: true }).fill(`  ${key} `);
    await visitor.press('Find API key');
    await visitor.expectText('This API key belongs to');
    expect(visitor.requestedUrls.filter((url) => url.includes(key))).toEqual([]);
    await visitor.page.getByLabel('API key', { exact: true }).fill('cda_unknown');
    await visitor.press('Find API key');
    await visitor.expectText('This is not an API key of your enterprise.');
    await visitor.page.getByLabel('API key', { exact: true }).fill(key);
    await visitor.press('Find API key');
    await visitor.page.getByRole('dialog').getByRole('link', { name: 'Leaky' }).click();
    await visitor.expectHeading('Leaky');
  });

  test('has buttons for usual periods', async () => {
    await visitor.press('Create API key');
    await visitor.fillKeyForm('Slips', 'Apps');
    await visitor.press('90 days');
    await visitor.button('No expiration').press('Enter');
    await expect(visitor.button('No expiration')).toBeFocused();
    await visitor.press('90 days');
    await visitor.press('Create API key');
    await visitor.press('Copy API key');
    await expect(visitor.row('Slips').getByText(/^Valid until/)).toHaveCount(1);
  });
});

describe('What needs attention', () => {
  const { service, visitor } = openPortal();

  test('lists keys that expire soon, keys that fail, and open invitations', async () => {
    await visitor.openKeys();
    await visitor.row('Demo').waitFor();
    await visitor.expectNoText('Needs attention');
    await service.createKey('Ending', ['device:GetList']);
    await service.runSql(
      `UPDATE api_keys SET expires_at = ${Date.now() + 30 * HOUR_MS} WHERE application = 'Ending'`,
    );
    await service.call(service.demoKey, '/api/v1/device/?nonsense=1');
    await service.call(service.demoKey, '/api/v1/device/id/none');
    await visitor.open('settings/people');
    await visitor.press('Invite user');
    const field = (name: string) => visitor.page.getByRole('textbox', { name, exact: true });
    await field('E-mail address').fill('olga@havelwerk.example');
    await field('Name').fill('Olga');
    await visitor.press('Create link');
    await visitor.expectText('Link for Olga');
    const card = visitor.page.locator('section').filter({ hasText: 'Needs attention' });
    await expect(async () => {
      await visitor.openKeys(); // the service lists a failed call after up to 2 seconds
      await expect(card).toContainText('Demo had 1 failed call in the last 24 hours.', { timeout: 1000 });
    }).toPass();
    await expect(card).toContainText('Ending expires on');
    await card.getByRole('link', { name: '1 invitation not accepted yet' }).click();
    await visitor.expectHeading('Users');
  });
});
