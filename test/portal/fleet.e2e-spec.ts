import { expect } from '../kit/browser/expect.js';
import { openPortal } from '../kit/browser/portal.js';

const DAYS = 'startdate=2026-04-01&enddate=2026-04-12';

const { service, visitor } = openPortal();

const tab = (name: string) => visitor.page.getByRole('tab', { name });
const fact = (name: string) =>
  visitor.page
    .locator('.facts > div', { has: visitor.page.getByText(name, { exact: true }) })
    .locator('dd')
    .first();

const positionsOf = (id: string) =>
  service.read<{ created_at: string; lat: number; lng: number }[]>(`/api/v1/device-location/id/${id}`);

describe('The map of the fleet', () => {
  beforeEach(async () => {
    await visitor.open(`data?show=map&${DAYS}`);
    await visitor.page.locator('.point').first().waitFor();
  });

  test('speaks of the devices that are not on it', async () => {
    const all = await service.read<unknown[]>('/api/v1/device/');
    const listed = await visitor.page.getByRole('rowheader').count();
    const text = (await visitor.page.locator('.left-out').textContent()) ?? '';
    const [, never = ''] = /(\d+) devices have never reported a position\./.exec(text) ?? [];
    const [, elsewhen = '0'] = /(\d+) devices? w\w+ last seen outside these days\./.exec(text) ?? [];
    expect(Number(never)).toBeGreaterThan(0);
    expect(listed + Number(elsewhen) + Number(never)).toBe(all.length);
  });

  test('shows a device that says nothing of where it is at the newest of its stored positions', async () => {
    const silent = "last_location = NULL, last_location_update = NULL WHERE id = 'van-01'";
    const shown = visitor.row('van-01');
    const never = async () => {
      const text = await visitor.page.locator('.left-out').textContent();
      return /\d+ devices have never reported a position\./.exec(text ?? '')?.[0];
    };
    await shown.waitFor();
    const others = await never();
    await service.change(`UPDATE devices SET ${silent}`);
    await visitor.page.reload();
    await shown.waitFor();
    expect(await never()).toBe(others);
    const { lat, lng } = (await positionsOf('van-01')).at(-1)!;
    await expect(shown).toContainText(`${lat.toFixed(5)}, ${lng.toFixed(5)}`);
    expect(await service.read('/api/v1/device/id/van-01')).toMatchObject({ last_location: null });
  });

  test('keeps the chosen days while the list is looked at', async () => {
    await tab('Devices').click();
    await visitor.page.getByLabel('Search devices').waitFor();
    await tab('Map').click();
    await visitor.page.locator('.point').first().waitFor();
    expect(visitor.page.url()).toContain(DAYS);
  });

  test('leads to the track of a device in the same days, and back to the map in its own', async () => {
    await visitor.page.getByRole('rowheader').getByRole('link', { name: 'van-01' }).click();
    await visitor.heading('van-01');
    expect(visitor.page.url()).toContain(`show=track&${DAYS}`);
    expect(await visitor.shownDay('From')).toBe('2026-04-01');
    await visitor.press('7 days');
    await visitor.page.getByText('All devices').click();
    await visitor.page.locator('.point').first().waitFor();
    expect(visitor.page.url()).toContain(DAYS);
  });

  test('lists the devices of other days, whatever point was chosen before', async () => {
    const showAll = visitor.button('Show all');
    await visitor.page.locator('.point').first().dispatchEvent('click');
    await expect(showAll).toHaveCount(2); // that of the map, and that of the list
    await visitor.press('30 days');
    await expect(showAll).toHaveCount(1);
    expect(await visitor.page.getByRole('rowheader').count()).toBeGreaterThan(1);
  });

  test('stands apart from the table below it, with and without a word about other devices', async () => {
    const gap = async () => {
      const map = (await visitor.page.locator('.map').boundingBox())!;
      const table = (await visitor.page.locator('.data-table-frame').boundingBox())!;
      return table.y - map.y - map.height;
    };
    expect(await gap()).toBeGreaterThan(10);
    await visitor.evaluate(`document.querySelector('.left-out').remove()`);
    expect(await gap()).toBeGreaterThan(10);
  });
});

describe('A device', () => {
  test('is described in words, in either language', async () => {
    await service.change(`UPDATE devices SET battery_health = 'GOOD',
      device_info = json_set(device_info, '$.networkInfo.active_network', 'WIFI') WHERE id = 'van-01'`);
    await visitor.open('data/devices/van-01');
    await expect(fact('Battery health')).toHaveText('Good');
    await expect(fact('Network in use')).toHaveText('Wi-Fi');
    await expect(fact('Language')).toHaveText('German (Germany)');
    await visitor.speakGerman();
    await expect(fact('Zustand des Akkus')).toHaveText('Gut');
    await expect(fact('Benutztes Netz')).toHaveText('WLAN');
    await expect(fact('Sprache')).toHaveText('Deutsch (Deutschland)');
  });

  test('shows a value without words as it is, and what is unknown as neither yes nor no', async () => {
    await service.change(`UPDATE devices SET battery_health = 'SWOLLEN',
      device_info = json_set(device_info, '$.softwareInfo.primaryLanguageCode', 'klingon!',
        '$.batteryInfo.charging', '') WHERE id = 'van-02'`);
    await visitor.open('data/devices/van-02');
    await expect(fact('Battery health')).toHaveText('SWOLLEN');
    await expect(fact('Language')).toHaveText('klingon!');
    await expect(fact('Charging')).toHaveText('–');
  });

  test('says in words what measured its positions', async () => {
    await visitor.open(`data/devices/van-01?show=track&${DAYS}`);
    await visitor.page.getByText('Show the figures as a table').click();
    const sources = await visitor.page.locator('td.data-table-cell-provider').allTextContents();
    expect(sources.length).toBeGreaterThan(0);
    for (const source of new Set(sources))
      expect(['Satellites', 'Several sources', 'Wi-Fi and mobile network']).toContain(source);
  });

  test('opens its Location tab on the last days that hold positions, however long ago its last contact is', async () => {
    const days = 'data/devices/van-05?show=track';
    const ofDevice = `WHERE (enterprise_key, device_key) IN
      (SELECT enterprise_key, device_key FROM devices WHERE id = 'van-05')`;
    await service.change(`UPDATE locations SET created_at = created_at - 60 * 86400000 ${ofDevice}`);
    const newest = (await positionsOf('van-05')).at(-1)!.created_at.slice(0, 10);
    await visitor.open(days);
    await visitor.see('Distance');
    expect(await visitor.shownDay('To')).toBe(newest);
    await tab('Data usage').click();
    await visitor.see('Data used per day');
    const lastContact = await visitor.shownDay('To');
    expect(lastContact > newest).toBe(true);
    await tab('Location').click();
    await visitor.see('Distance');
    await service.change(`DELETE FROM locations ${ofDevice}`);
    await visitor.open(days);
    await visitor.see('No positions were reported for these days.');
    expect(await visitor.shownDay('To')).toBe(lastContact);
  });

  test('reads out the time of the position along its track, and counts those that are nowhere', async () => {
    await service.change(`UPDATE locations SET lat = NULL WHERE (enterprise_key, id) IN
      (SELECT enterprise_key, min(locations.id) FROM locations JOIN devices USING (enterprise_key, device_key)
      WHERE devices.id = 'van-01' AND locations.created_at > 1000 * unixepoch('2026-04-05'))`);
    await visitor.open(`data/devices/van-01?show=track&${DAYS}`);
    const slider = visitor.page.getByRole('slider', { name: 'Position along the track' });
    await slider.press('End');
    const time = await slider.getAttribute('aria-valuetext');
    expect(time).toMatch(/^12 Apr 2026, \d\d:\d\d:\d\d/);
    await expect(visitor.page.locator('.time-slider output')).toContainText(time!);
    await visitor.see('Not shown: 1 position without a place or a time.');
  });

  test('has all its tabs in sight on a telephone, in German', async () => {
    await visitor.open('data/devices/van-01');
    await visitor.speakGerman();
    await visitor.page.setViewportSize({ width: 360, height: 720 });
    const list = (await visitor.page.getByRole('tablist').boundingBox())!;
    for (const one of await visitor.page.getByRole('tab').all()) {
      const box = (await one.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(list.x + list.width);
    }
  });

  test('shows the focus of the keyboard on the tab that has it, not around the whole page', async () => {
    await visitor.open('data/devices/van-01');
    await tab('Overview').press('ArrowRight');
    const ring = (selector: string) =>
      visitor.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).outlineStyle`);
    await expect.poll(() => ring('.tabs-tab[data-selected]')).toBe('solid');
    expect(await ring('.tabs')).toBe('none');
  });

  test('leads back to what was searched for', async () => {
    const search = visitor.page.getByLabel('Search devices');
    await visitor.open('data');
    await search.pressSequentially('zebra');
    const found = await visitor.page.getByRole('rowheader').count();
    await visitor.page.getByRole('rowheader').getByRole('link').first().click();
    await tab('Apps').click();
    const expectToBeThere = async () => {
      await expect(search).toHaveValue('zebra');
      await expect(visitor.page.getByRole('rowheader')).toHaveCount(found);
    };
    await visitor.page.goBack();
    await expectToBeThere();
    await visitor.page.goForward();
    await visitor.page.getByText('All devices').click();
    await expectToBeThere();
  });

  test('has its number in one line of the list, in German', async () => {
    await visitor.open('data');
    await visitor.speakGerman();
    const number = visitor.page.locator('.data-table-cell-device .mono').first();
    await number.waitFor();
    expect((await number.boundingBox())!.height).toBeLessThan(24);
  });
});
