import { expect } from '../../kit/browser/expect.js';
import { openPortal } from '../../kit/browser/portal.js';

const { service, visitor } = openPortal();

beforeEach(() => visitor.openKeys());

/** What of the texts that are read out with the field in focus is in sight. */
const focusedTexts = () =>
  visitor.evaluate<string[]>(`(() => {
    const frame = document.querySelector('.dialogue-modal').getBoundingClientRect();
    const isSeen = ({ top, bottom }) => top >= frame.top && bottom <= frame.bottom;
    return document.activeElement.getAttribute('aria-describedby').split(' ')
      .map((id) => document.getElementById(id))
      .filter((text) => isSeen(text.getBoundingClientRect()))
      .map((text) => text.textContent);
  })()`);

describe('creating a key', () => {
  test('shows the key at the top of the page, and what is copied there opens the API', async () => {
    const shown = await visitor.createKey('Night report', 'Device list');
    expect(await visitor.evaluate('document.activeElement.className')).toContain('issued');
    expect(await visitor.evaluate('scrollY')).toBe(0);
    const [panel, title] = [visitor.page.locator('.issued'), visitor.page.getByRole('heading', { level: 1 })];
    expect((await panel.boundingBox())!.y).toBeLessThan((await title.boundingBox())!.y);
    await visitor.see('you will not see it again');

    await visitor.press('Copy API key');
    await visitor.see('API key copied.');
    const copied = await visitor.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toBe(shown);
    const answer = await service.call(copied, '/api/v1/device/');
    expect(answer.status).toBe(200);
    expect(await answer.json()).not.toHaveLength(0);
  });

  test('offers a line for the terminal that works as it stands', async () => {
    await visitor.createKey('Terminal', 'Device list');
    await visitor.press('Copy curl');
    const line = await visitor.evaluate<string>('navigator.clipboard.readText()');
    const parts = [...line.matchAll(/'([^']*)'/g)].map(([, part]) => part!);
    expect(line).toMatch(/^curl -H '/);
    const headers = parts.slice(0, 2).map((header) => header.split(': ') as [string, string]);
    const answer = await fetch(parts[2]!, { headers });
    expect(answer.status).toBe(200);
  });

  test('opens only what was chosen', async () => {
    const key = await visitor.createAndCopyKey('Only apps', 'Apps');
    expect((await service.call(key, '/api/v1/device/')).status).toBe(403);
    expect((await service.call(key, '/api/v1/device/app/id/van-01')).status).toBe(200);
  });

  test('says in words what is missing and what is taken, in sight and with the focus there', async () => {
    await visitor.page.setViewportSize({ width: 640, height: 430 });
    await visitor.press('Create an API key');
    await visitor.press('Create API key');
    await visitor.see('Give the application a name of 1 to 100 visible characters.');
    await visitor.see('Choose at least one scope.');
    expect(await focusedTexts()).toContain('Give the application a name of 1 to 100 visible characters.');
    await visitor.page.getByLabel('Application name').fill('Demo');
    await visitor.press('Create API key');
    expect(await focusedTexts()).toContain('Choose at least one scope.');
    await visitor.page.getByRole('checkbox', { name: 'Apps' }).press('Space');
    await visitor.press('Create API key');
    await visitor.see('Another API key of your enterprise has this name already.');
    const field = visitor.page.getByLabel('Application name');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect.poll(focusedTexts).toContain('Another API key of your enterprise has this name already.');
    await visitor.page.keyboard.press('Escape');
    await expect(visitor.page.getByRole('alertdialog')).toHaveCount(0);
  });
});

describe('when the clipboard refuses', () => {
  const refuse = `Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: () => Promise.reject(new DOMException('refused', 'NotAllowedError')) } })`;

  test('says so, selects the key, and counts the copy made by hand', async () => {
    await visitor.page.addInitScript(refuse);
    await visitor.page.reload();
    const key = await visitor.createKey('No clipboard', 'Apps');
    await visitor.press('Copy API key');
    await visitor.see('The browser did not allow copying.');
    await visitor.expectNowhere('API key copied.');
    expect(await visitor.evaluate('getSelection().toString()')).toBe(key);
    await visitor.page.keyboard.press('Control+C');
    await visitor.see('API key copied.');
    await visitor.press('Done');
    await expect(visitor.page.locator('.issued')).toHaveCount(0);
  });
});

describe('leaving without having copied the key', () => {
  test('asks before another page, and stays when told so', async () => {
    await visitor.createKey('Leaving', 'Apps');
    await visitor.follow('Settings');
    await visitor.see('Leave without the API key?');
    expect(await visitor.focused()).toBe('Stay and copy');
    await visitor.press('Stay and copy');
    await expect(visitor.page.locator('.issued')).toHaveCount(1);
    await visitor.follow('API keys'); // the page that is there already
    await expect(visitor.page.locator('.issued')).toHaveCount(1);
    await visitor.follow('Settings');
    await visitor.press('Leave without it');
    await visitor.heading('Settings');
  });

  test('asks before signing out, and before the window is closed', async () => {
    await visitor.createKey('Closing', 'Apps');
    await visitor.follow('Sign out');
    await visitor.press('Stay and copy');

    const asked = visitor.page.waitForEvent('dialog');
    await visitor.evaluate('void setTimeout(() => location.reload())');
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await expect(visitor.page.locator('.issued')).toHaveCount(1);
  });

  test('asks nothing once the key is copied', async () => {
    await visitor.createAndCopyKey('Copied', 'Apps');
    await visitor.follow('Settings');
    await visitor.heading('Settings');
  });
});
