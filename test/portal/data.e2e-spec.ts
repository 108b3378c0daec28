import { readFile } from 'node:fs/promises';
import { expect, openPortal } from '../kit/browser/portal.js';
import { type CsvCell, readCsv } from '../kit/formats/csv.js';

jest.setTimeout(60_000);

const { service, visitor } = openPortal();

describe('Devices', () => {
  const tab = (name: string) => visitor.page.getByRole('tab', { name });
  const fact = (name: string) =>
    visitor.page
      .locator('.facts > div', { has: visitor.page.getByText(name, { exact: true }) })
      .locator('dd')
      .first();

  const locationsOf = (id: string) =>
    service.read<{ created_at: string; lat: number; lng: number }[]>(`/api/v1/device-location/id/${id}`);

  const deviceLinks = () => visitor.page.getByRole('rowheader').getByRole('link');

  test('that are not on the map are counted, and all others are at their newest stored location', async () => {
    const leftOut = async () => (await visitor.page.locator('.left-out').textContent()) ?? '';
    const never = async () => /(\d+) devices have never reported a location\./.exec(await leftOut())?.[1];
    await visitor.open('data?show=map&startdate=2026-04-01&enddate=2026-04-12');
    await visitor.page.locator('.point').first().waitFor();
    const all = await service.read<unknown[]>('/api/v1/device/');
    const listed = await visitor.page.getByRole('rowheader').count();
    const [, elsewhen = '0'] = /(\d+) devices? w\w+ last seen on other days\./.exec(await leftOut()) ?? [];
    const others = await never();
    expect(Number(others)).toBeGreaterThan(0);
    expect(listed + Number(elsewhen) + Number(others)).toBe(all.length);

    await service.runSql(
      "UPDATE devices SET last_location = NULL, last_location_update = NULL WHERE id = 'van-01'",
    );
    await visitor.page.reload();
    await visitor.row('van-01').waitFor();
    expect(await never()).toBe(others);
    const { lat, lng } = (await locationsOf('van-01')).at(-1)!;
    await expect(visitor.row('van-01')).toContainText(`${lat.toFixed(5)}, ${lng.toFixed(5)}`);
    expect(await service.read('/api/v1/device/id/van-01')).toMatchObject({ last_location: null });
  });

  describe('A device', () => {
    test('is described in both languages, and unknown values are shown unchanged', async () => {
      await service.runSql(`
        UPDATE devices SET battery_health = 'GOOD',
          device_info = json_set(device_info, '$.networkInfo.active_network', 'WIFI') WHERE id = 'van-01';
        UPDATE devices SET battery_health = 'SWOLLEN',
          device_info = json_set(device_info, '$.softwareInfo.primaryLanguageCode', 'klingon!',
            '$.batteryInfo.charging', '') WHERE id = 'van-02'`);
      const expectFacts = async (facts: Readonly<Record<string, string>>) => {
        for (const [name, value] of Object.entries(facts)) await expect(fact(name)).toHaveText(value);
      };
      await visitor.open('data/devices/van-02');
      await expectFacts({ 'Battery health': 'SWOLLEN', Language: 'klingon!', Charging: '–' });
      await visitor.open('data/devices/van-01');
      await expectFacts({
        'Battery health': 'Good',
        'Network in use': 'Wi-Fi',
        Language: 'German (Germany)',
      });
      await visitor.switchToGerman();
      await expectFacts({
        'Zustand des Akkus': 'Gut',
        'Benutztes Netz': 'WLAN',
        Sprache: 'Deutsch (Deutschland)',
      });
    });

    test('is shown with values and apps that have the names of JavaScript properties', async () => {
      const name = '__proto__';
      const ofDevice = `WHERE (enterprise_key, device_key) IN
        (SELECT enterprise_key, device_key FROM devices WHERE id = 'van-01')`;
      await service.runSql(`
        UPDATE devices SET status = '${name}', battery_health = '${name}', management_mode = '${name}',
          device_info = json_set(device_info, '$.networkInfo.active_network', '${name}') WHERE id = 'van-01';
        UPDATE devices SET status = 'constructor' WHERE id = 'van-02';
        UPDATE locations SET provider = '${name}' ${ofDevice};
        UPDATE data_usage SET package_name = CASE id % 2 WHEN 0 THEN '${name}' ELSE 'constructor' END ${ofDevice}`);
      await visitor.open('data?search=van');
      for (const [id, status] of [
        ['van-01', name],
        ['van-02', 'constructor'],
      ] as const)
        await expect(visitor.row(id).getByText(status, { exact: true })).toHaveClass(/badge/);
      await visitor.followLink('van-01');
      for (const label of ['Battery health', 'Management mode', 'Network in use'])
        await expect(fact(label)).toHaveText(name);
      await visitor.open('data/devices/van-01?show=dataUsage&startdate=2026-04-07&enddate=2026-04-08');
      const apps = visitor.page.getByRole('list', { name: 'Data used per app' }).getByRole('listitem');
      await expect(apps.filter({ hasText: name })).toHaveText(/B\s*\d+/);
      await expect(apps).toHaveCount(2);
      await visitor.page.getByRole('radio', { name: 'By app' }).click();
      await expect(visitor.page.locator('.days-chart-legend')).toContainText(name);
      await visitor.open('data/devices/van-01?show=track&startdate=2026-04-07&enddate=2026-04-08');
      await expect(visitor.page.locator('output')).toContainText(name);
    });

    test('opens its Location tab on the last days with locations', async () => {
      const days = 'data/devices/van-05?show=track';
      const ofDevice = `WHERE (enterprise_key, device_key) IN
      (SELECT enterprise_key, device_key FROM devices WHERE id = 'van-05')`;
      await service.runSql(`UPDATE locations SET created_at = created_at - 60 * 86400000 ${ofDevice}`);
      const newest = (await locationsOf('van-05')).at(-1)!.created_at.slice(0, 10);
      await visitor.open(days);
      await visitor.expectText('Distance');
      expect(await visitor.shownDay('To')).toBe(newest);
      await tab('Data usage').click();
      await visitor.expectText('Data used per day');
      const lastContact = await visitor.shownDay('To');
      expect(lastContact > newest).toBe(true);
      await tab('Location').click();
      await visitor.expectText('Distance');
      await service.runSql(`DELETE FROM locations ${ofDevice}`);
      await visitor.open(days);
      await visitor.expectText('No locations were reported for these days.');
      expect(await visitor.shownDay('To')).toBe(lastContact);
    });

    test('shows only the locations of the selected day, even if they have equal values', async () => {
      await service.runSql(`UPDATE locations SET lat = 52.5, lng = 13.4,
        created_at = created_at / 86400000 * 86400000 + 43200000
        WHERE (enterprise_key, device_key) IN
          (SELECT enterprise_key, device_key FROM devices WHERE id = 'van-01')`);
      await visitor.open('data/devices/van-01?show=track&startdate=2026-04-07&enddate=2026-04-08&day=all');
      const times = visitor.page.getByRole('table', { name: 'Locations' }).getByRole('rowheader');
      await visitor.page.getByText('Show the figures as a table').click();
      const ofSecondDay = (await locationsOf('van-01')).filter(({ created_at: at }) =>
        at.startsWith('2026-04-08'),
      );
      await expect(times).toHaveCount(100);
      await visitor.page.getByRole('button', { name: /Day$/ }).click();
      await visitor.page.getByRole('option', { name: /8 Apr 2026/ }).click();
      await expect(times).toHaveCount(ofSecondDay.length);
    });

    test('opens from the list if its ID contains an encoded slash', async () => {
      await service.runSql(`
        UPDATE devices SET id = 'zz/y' WHERE id = 'van-01';
        UPDATE devices SET id = 'zz%2Fy' WHERE id = 'van-02'`);
      for (const id of ['zz/y', 'zz%2Fy']) {
        await visitor.open('data?search=zz');
        await visitor.followLink(id);
        await visitor.expectHeading(id);
        await expect(fact('Identifier')).toHaveText(id);
        await visitor.page.reload();
        await visitor.expectHeading(id);
      }
    });

    test('links back to the search that found it', async () => {
      const search = visitor.page.getByLabel('Search devices');
      await visitor.open('data');
      await search.pressSequentially('zebra');
      const found = await visitor.page.getByRole('rowheader').count();
      await deviceLinks().first().click();
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
  });
});

describe('Days', () => {
  const DEVICE = 'data/devices/van-01';
  const USAGE = `${DEVICE}?show=dataUsage`;

  const problem = () => visitor.page.locator('.day-range').getByRole('alert');
  const expectDays = (first: string, last: string) =>
    expect
      .poll(() => ['startdate', 'enddate'].map((name) => visitor.queryParameter(name)))
      .toEqual([first, last]);

  async function openUsage(first = '2026-04-01', last = '2026-04-02'): Promise<void> {
    await visitor.open(`${USAGE}&startdate=${first}&enddate=${last}`);
    await visitor.page.locator('.stacked-bars-bar').first().waitFor();
  }

  test('can be typed on every page that has them', async () => {
    for (const path of [USAGE, 'data?show=map', 'activity']) {
      await visitor.open(path);
      await visitor.expectText('Days in Europe/Berlin');
      await visitor.typeDay('From', '01042026');
      await visitor.typeDay('To', '02042026');
      await expectDays('2026-04-01', '2026-04-02');
      await expect(problem()).toHaveCount(0);
      await expect(visitor.page.locator('.waiting')).toHaveCount(0);
      await visitor.expectNoText('This page has a problem');
      expect(await visitor.shownDay('From')).toBe('2026-04-01');
    }
  });

  test('show the reason if they are invalid, and a day after the end of a month becomes its last day', async () => {
    await openUsage();
    for (const [keys, text] of [
      ['03042026', 'The first day must not be after the last day.'],
      ['01042025', 'Choose up to 366 days.'],
    ] as const) {
      await visitor.typeDay('From', keys);
      await problem().getByText(text).waitFor();
    }
    await expectDays('2026-04-01', '2026-04-02');
    await visitor.typeDay('From', '31022026');
    await visitor.page.keyboard.press('Tab');
    await expectDays('2026-02-28', '2026-04-02');
    await visitor.typeDay('From', '31112025');
    await visitor.page.getByRole('tab', { name: 'Data usage' }).focus();
    await expectDays('2025-11-30', '2026-04-02');
    await visitor.typeDay('From', '01042025');
    await problem().waitFor();
    await visitor.press('7 days');
    await expect(problem()).toHaveCount(0);
  });

  test('in an address are replaced if they are invalid, with the reason in both languages', async () => {
    for (const [path, parameters, why] of [
      [USAGE, 'startdate=0002-01-01&enddate=2026-04-02', 'Enter a year from 2000 onward.'],
      [USAGE, 'startdate=2026-02-28&enddate=2026-02-31', 'Enter a valid date'],
      [`${DEVICE}?show=track`, 'startdate=2006-01-01&enddate=2026-04-02', 'Choose up to 366 days.'],
    ] as const) {
      await visitor.open(`${path}&${parameters}`);
      await expect(problem()).toContainText('The portal cannot show the days in the address of this page');
      await expect(problem()).toContainText(why);
      await visitor.expectText(/^(Data used per day|Distance)$/);
      await visitor.press('7 days');
      await expect(problem()).toHaveCount(0);
    }
    await openUsage('2006-01-01');
    await visitor.switchToGerman();
    await visitor.expectText('Tage in Europe/Berlin');
    await visitor.expectText(/Wählen Sie höchstens 366 Tage\./);
  });
});

describe('Downloads', () => {
  const WEEK = { startdate: '2026-04-06', enddate: '2026-04-12' };
  const DAYS = new URLSearchParams(WEEK).toString();
  const WEEK_IN_NAME = `${WEEK.startdate}_${WEEK.enddate}`;
  const TODAY = String.raw`\d{4}-\d{2}-\d{2}`;
  const FORMULA = '=HYPERLINK("http://x","y")';

  type Row = ReadonlyMap<string, CsvCell>;

  async function download(button: string): Promise<{ name: string; text: string; rows: Row[] }> {
    const downloading = visitor.page.waitForEvent('download');
    await visitor.press(button);
    const file = await downloading;
    const text = await readFile(await file.path(), 'utf8');
    const { names, lines } = readCsv(text.replace(/^\uFEFF/, ''));
    const rows = lines.map((cells) => new Map(names.map((name, at) => [name, cells[at] ?? null])));
    return { name: file.suggestedFilename(), text, rows };
  }

  const column = (rows: readonly Row[], name: string) => rows.map((row) => row.get(name));
  const sumOf = (rows: readonly Row[], name: string) =>
    column(rows, name).reduce((sum, amount) => sum + Number(amount), 0);

  test('the devices file contains no formulas, and the rows of the search in their order', async () => {
    await service.runSql(
      `UPDATE devices SET id = '${FORMULA}', brand = '-5', imei = '+49' WHERE id = 'van-03'`,
    );
    await visitor.open('data');
    const { name, text, rows } = await download('Download CSV: Devices');
    expect(name).toMatch(new RegExp(`^devices_${service.enterpriseId}_${TODAY}\\.csv$`));
    expect(text.startsWith('\uFEFF"Device","IMEI",')).toBe(true);
    type Device = Record<'id' | 'imei' | 'brand', string> & { remaining_battery: number | null };
    const devices = await service.read<Device[]>('/api/v1/device/');
    expect(rows).toHaveLength(devices.length);
    for (const { id, imei, brand, remaining_battery: battery } of devices) {
      const isBad = id === FORMULA;
      const row = rows.find((candidate) => candidate.get('Device') === (isBad ? `'${id}` : id));
      expect(row?.get('IMEI')).toBe(isBad ? "'+49" : imei);
      expect(row?.get('Model')?.startsWith(isBad ? "'-5" : brand)).toBe(true);
      expect(row?.get('Battery (%)')).toBe(battery === null ? null : String(battery));
    }

    await visitor.open('data?search=van');
    await visitor.press('Device');
    const shown = await visitor.page.getByRole('rowheader').getByRole('link').allTextContents();
    const searched = await download('Download CSV: Devices');
    expect(column(searched.rows, 'Device')).toEqual(shown);
    expect(shown).toEqual(shown.toSorted().reverse());
    await visitor.page.getByLabel('Search devices').fill('no such device');
    await expect(visitor.button('Download CSV: Devices')).toHaveCount(0);
  });

  test('the files of a chart and a track contain the values that the service returns', async () => {
    await visitor.open(`data/devices/van-01?show=dataUsage&${DAYS}`);
    const { name, rows } = await download('Download CSV: Data used per day');
    expect(name).toBe(`data-used-per-day_van-01_${WEEK_IN_NAME}.csv`);
    expect(column(rows, 'Day')).toEqual(
      ['06', '07', '08', '09', '10', '11', '12'].map((day) => `2026-04-${day}`),
    );
    const records = await service.read<{ mobile: number; wifi: number }[]>(
      `/api/v1/device/datausage/id/van-01?${DAYS}`,
    );
    expect(sumOf(rows, 'Mobile (Bytes)')).toBe(records.reduce((sum, { mobile }) => sum + mobile, 0));
    expect(sumOf(rows, 'Wi-Fi (Bytes)')).toBe(records.reduce((sum, { wifi }) => sum + wifi, 0));
    const perApp = await download('Download CSV: Data used per app');
    expect(sumOf(perApp.rows, 'Data used per app (Bytes)')).toBe(
      sumOf(rows, 'Mobile (Bytes)') + sumOf(rows, 'Wi-Fi (Bytes)'),
    );

    await visitor.open(`data/devices/van-01?show=track&${DAYS}&day=all`);
    await visitor.page.getByText('Show the figures as a table').click();
    const track = await download('Download CSV: Locations');
    expect(track.name).toBe(`locations_van-01_${WEEK_IN_NAME}.csv`);
    const locations = await service.read<{ created_at: string; lat: number; lng: number }[]>(
      `/api/v1/device-location/id/van-01?${DAYS}`,
    );
    expect(column(track.rows, 'Time')).toEqual(locations.map(({ created_at: at }) => at));
    expect(column(track.rows, 'Latitude')).toEqual(locations.map(({ lat }) => String(lat)));
    expect(column(track.rows, 'Longitude')).toEqual(locations.map(({ lng }) => String(lng)));
  });

  test('the files of the requests have German names in German', async () => {
    await service.runSql(`INSERT INTO key_activity (enterprise_key, hour, api_key_id, scope, application, requests, errors, refused, records, bytes)
    SELECT enterprise_key, (unixepoch() / 3600 - 24) * 3600000, id, 'device:GetList', application, 7, 0, 0, 70, 7000 FROM api_keys LIMIT 1`);
    await visitor.open('activity');
    await visitor.switchToGerman();
    const perKey = await download('CSV herunterladen: Nach API-Schlüssel und Recht');
    expect(perKey.name).toMatch(
      new RegExp(`^nach-api-schlüssel-und-recht_${service.enterpriseId}_${TODAY}_${TODAY}\\.csv$`),
    );
    expect(column(perKey.rows, 'API-Schlüssel')).toContain('Demo');
    expect(column(perKey.rows, 'Recht')).toContain('Geräteliste');
    const perDay = await download('CSV herunterladen: Anfragen je Tag und Recht');
    expect(perDay.rows).toHaveLength(7);
    expect(perDay.rows.at(-2)?.get('Geräteliste')).toBe('7');
  });
});
