import { expect } from '../kit/browser/expect.js';
import { openPortal } from '../kit/browser/portal.js';

// docs/contract.md, 2.8 and 2.14, as administrators meet them

const { service, visitor } = openPortal();

beforeEach(async () => {
  await visitor.open('settings');
  await visitor.heading('Settings');
});

const dialogue = () => visitor.page.getByRole('dialog').or(visitor.page.getByRole('alertdialog'));
const changes = () => visitor.asked.filter((address) => address.endsWith('/internal/v1/settings')).length;

async function askForDays(days: string): Promise<void> {
  await visitor.press('Change how long data are kept');
  await visitor.page.getByLabel('Days kept').fill(days);
  await visitor.press('Go on');
}

describe('how long data are kept', () => {
  test('is asked for, and what goes is said in words before it is saved', async () => {
    await visitor.see('for ever');
    await askForDays('7');
    await visitor.see('Keep only 7 days?');
    await visitor.see(/Everything from before .* is removed within a day:/);
    await visitor.see(/[\d,]+ records( or more)? of data usage/);
    await visitor.see(/[\d,]+ positions( or more)?/);
    await visitor.see('What is removed cannot be brought back.');
    expect(await visitor.focused()).toBe('Cancel');
    await visitor.press('Cancel');
    await expect(dialogue()).toHaveCount(0);
    await visitor.see('for ever');
    await askForDays('7');
    await visitor.press('Keep 7 days, remove the rest');
    await visitor.see('7 days are kept from now on.');
    await expect(dialogue()).toHaveCount(0);
    await expect(visitor.page.locator('dd', { hasText: '7 days' })).toHaveCount(1);
  });

  test('asks for nothing where nothing goes: more days, or for ever again', async () => {
    await service.change('UPDATE enterprises SET retention_days = 7');
    await visitor.open('settings');
    for (const [days, done] of [
      ['30', '30 days are kept from now on.'],
      ['', 'Everything is kept for ever.'],
    ] as const) {
      await askForDays(days);
      await visitor.see(done);
      await expect(dialogue()).toHaveCount(0);
    }
  });

  test('is a whole number, or nothing', async () => {
    await visitor.see('for ever'); // else the settings themselves may be asked for meanwhile
    for (const wrong of ['0', '-1', '1.5', '36601', 'many']) {
      const before = changes();
      await askForDays(wrong);
      await visitor.see('Enter a whole number from 1 to 36,600, or nothing.');
      expect(changes()).toBe(before);
      await visitor.page.keyboard.press('Escape');
      await expect(dialogue()).toHaveCount(0);
    }
  });
});
