import { readFile } from 'node:fs/promises';
import { expect } from '../kit/browser/expect.js';
import { openPortal } from '../kit/browser/portal.js';
import { type CsvCell, readCsv } from '../kit/formats/csv.js';

jest.setTimeout(60_000); // one test looks at many pages

const { service, visitor } = openPortal();

describe('Devices', () => {
  const DAYS = 'startdate=2026-04-01&enddate=2026-04-12';

  const tab = (name: string) => visitor.page.getByRole('tab', { name });
  const fact = (name: string) =>
    visitor.page
      .locator('.facts > div', { has: visitor.page.getByText(name, { exact: true }) })
      .locator('dd')
      .first();

  const positionsOf = (id: string) =>
    service.read<{ created_at: string; lat: number; lng: number }[]>(`/api/v1/device-location/id/${id}`);

  const deviceLinks = () => visitor.page.getByRole('rowheader').getByRole('link');

  describe('The map of the fleet', () => {
    const leftOut = async () => (await visitor.page.locator('.left-out').textContent()) ?? '';
    const never = async () => /(\d+) devices have never reported a location\./.exec(await leftOut())?.[1];

    beforeEach(async () => {
      await visitor.open(`data?show=map&${DAYS}`);
      await visitor.page.locator('.point').first().waitFor();
    });

    test('counts the devices that are not on it, and shows one without a position at its newest stored one', async () => {
      const all = await service.read<unknown[]>('/api/v1/device/');
      const listed = await visitor.page.getByRole('rowheader').count();
      const [, elsewhen = '0'] = /(\d+) devices? w\w+ last seen on other days\./.exec(await leftOut()) ?? [];
      const others = await never();
      expect(Number(others)).toBeGreaterThan(0);
      expect(listed + Number(elsewhen) + Number(others)).toBe(all.length);

      await service.change(
        "UPDATE devices SET last_location = NULL, last_location_update = NULL WHERE id = 'van-01'",
      );
      await visitor.page.reload();
      await visitor.row('van-01').waitFor();
      expect(await never()).toBe(others);
      const { lat, lng } = (await positionsOf('van-01')).at(-1)!;
      await expect(visitor.row('van-01')).toContainText(`${lat.toFixed(5)}, ${lng.toFixed(5)}`);
      expect(await service.read('/api/v1/device/id/van-01')).toMatchObject({ last_location: null });

      // the map is apart from the table below it, with and without the text about other devices
      const gap = async () => {
        const map = (await visitor.page.locator('.map').boundingBox())!;
        const table = (await visitor.page.locator('.data-table-frame').boundingBox())!;
        return table.y - map.y - map.height;
      };
      expect(await gap()).toBeGreaterThan(10);
      await visitor.evaluate(`document.querySelector('.left-out').remove()`);
      expect(await gap()).toBeGreaterThan(10);
    });

    test('keeps its days beside the list and the track of a device, and drops the chosen point with them', async () => {
      await tab('Devices').click();
      await visitor.page.getByLabel('Search devices').waitFor();
      await tab('Map').click();
      await visitor.page.locator('.point').first().waitFor();
      expect(visitor.page.url()).toContain(DAYS);

      await deviceLinks().filter({ hasText: 'van-01' }).click();
      await visitor.heading('van-01');
      expect(visitor.page.url()).toContain(`show=track&${DAYS}`);
      expect(await visitor.shownDay('From')).toBe('2026-04-01');
      await visitor.press('7 days');
      await visitor.page.getByText('All devices').click();
      await visitor.page.locator('.point').first().waitFor();
      expect(visitor.page.url()).toContain(DAYS);

      const showAll = visitor.button('Show all');
      await visitor.page.locator('.point').first().dispatchEvent('click');
      await expect(showAll).toHaveCount(2); // that of the map, and that of the list
      await visitor.press('30 days');
      await expect(showAll).toHaveCount(1);
      expect(await visitor.page.getByRole('rowheader').count()).toBeGreaterThan(1);
    });
  });

  describe('A device', () => {
    test('is described in words in both languages, and a value without words is shown as it is', async () => {
      await service.change(`
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
      await visitor.speakGerman();
      await expectFacts({
        'Zustand des Akkus': 'Gut',
        'Benutztes Netz': 'WLAN',
        Sprache: 'Deutsch (Deutschland)',
      });

      // all its tabs are in sight on a phone, and the focus is on the tab that has it
      await visitor.page.setViewportSize({ width: 360, height: 720 });
      const list = (await visitor.page.getByRole('tablist').boundingBox())!;
      for (const one of await visitor.page.getByRole('tab').all()) {
        const box = (await one.boundingBox())!;
        expect(box.x + box.width).toBeLessThanOrEqual(list.x + list.width);
      }
      await visitor.page.getByRole('tab').first().press('ArrowRight');
      const ring = (selector: string) =>
        visitor.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).outlineStyle`);
      await expect.poll(() => ring('.tabs-tab[data-selected]')).toBe('solid');
      expect(await ring('.tabs')).toBe('none');
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
      await visitor.see('No locations were reported for these days.');
      expect(await visitor.shownDay('To')).toBe(lastContact);
    });

    test('says what measured its positions, reads out the time of one, and counts those without a place', async () => {
      await service.change(`UPDATE locations SET lat = NULL WHERE (enterprise_key, id) IN
      (SELECT enterprise_key, min(locations.id) FROM locations JOIN devices USING (enterprise_key, device_key)
      WHERE devices.id = 'van-01' AND locations.created_at > 1000 * unixepoch('2026-04-05'))`);
      await visitor.open(`data/devices/van-01?show=track&${DAYS}`);
      const slider = visitor.page.getByRole('slider', { name: 'Point on the track' });
      await slider.press('End');
      const time = await slider.getAttribute('aria-valuetext');
      expect(time).toMatch(/^12 Apr 2026, \d\d:\d\d:\d\d/);
      await expect(visitor.page.locator('.time-slider output')).toContainText(time!);
      await visitor.see('Not shown: 1 location without coordinates or time.');
      await visitor.page.getByText('Show the figures as a table').click();
      const sources = await visitor.page.locator('td.data-table-cell-provider').allTextContents();
      expect(sources.length).toBeGreaterThan(0);
      for (const source of new Set(sources))
        expect(['Satellites', 'Several sources', 'Wi-Fi and mobile network']).toContain(source);
    });

    test('leads back to the search that found it, in which its number has one line in German', async () => {
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
      await visitor.speakGerman();
      const number = visitor.page.locator('.data-table-cell-device .mono').first();
      await number.waitFor();
      expect((await number.boundingBox())!.height).toBeLessThan(24);
    });
  });
});

describe('Days', () => {
  const DEVICE = 'data/devices/van-01';
  const USAGE = `${DEVICE}?show=dataUsage`;

  const problem = () => visitor.page.locator('.day-range').getByRole('alert');
  const expectDays = (first: string, last: string) =>
    expect.poll(() => ['startdate', 'enddate'].map((name) => visitor.parameter(name))).toEqual([first, last]);

  async function openUsage(first = '2026-04-01', last = '2026-04-02'): Promise<void> {
    await visitor.open(`${USAGE}&startdate=${first}&enddate=${last}`);
    await visitor.page.locator('.stacked-bars-bar').first().waitFor();
  }

  test('are typed with the keyboard on every page that has them', async () => {
    for (const path of [
      USAGE,
      `${DEVICE}?show=screenTime`,
      `${DEVICE}?show=track`,
      'data?show=map',
      'activity',
    ]) {
      await visitor.open(path);
      await visitor.see('Days in Europe/Berlin');
      await visitor.typeDay('From', '01042026');
      await visitor.typeDay('To', '02042026');
      await expectDays('2026-04-01', '2026-04-02');
      await expect(problem()).toHaveCount(0);
      await expect(visitor.page.locator('.waiting')).toHaveCount(0);
      await visitor.expectNowhere('This page has a problem');
      expect(await visitor.shownDay('From')).toBe('2026-04-01');
    }
  });

  test('change nothing while a year is unfinished or a field is empty', async () => {
    await visitor.open(USAGE);
    await visitor.page.locator('.stacked-bars-bar').first().waitFor();
    const part = (name: 'From' | 'To') => visitor.day(name).getByRole('spinbutton').first();
    await visitor.day('From').getByRole('spinbutton', { name: 'year' }).focus();
    await visitor.page.keyboard.type('2');
    await expect(problem()).toHaveText('Enter a year from 2000 onward.');
    await expect(part('From')).toHaveAttribute('aria-invalid', 'true');
    expect(await part('To').getAttribute('aria-invalid')).toBeNull();
    expect(visitor.parameter('startdate')).toBeNull();
    expect(await visitor.page.locator('.stacked-bars-bar').count()).toBeGreaterThan(0);
    await visitor.page.keyboard.type('026');
    await expect(problem()).toHaveCount(0);
    await expect.poll(() => visitor.parameter('startdate')).toMatch(/^2026/);
    const before = visitor.parameter('startdate');
    await visitor.emptyDay('From');
    await problem().getByText('Enter a valid date with day, month and year.').waitFor();
    await expect(visitor.day('From')).toContainText('dd');
    expect(visitor.parameter('startdate')).toBe(before);
  });

  test('that cannot be shown are refused with the reason, and a day that a month lacks becomes its last', async () => {
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

  test('are taken from the calendar by the keyboard, and immediately with Enter and on leaving the field', async () => {
    await openUsage();
    await visitor.day('From').getByRole('button').press('Enter');
    const calendar = visitor.page.getByRole('dialog');
    await calendar.getByRole('gridcell', { selected: true }).waitFor();
    await visitor.page.keyboard.press('ArrowUp');
    await visitor.page.keyboard.press('Enter');
    await expectDays('2026-03-25', '2026-04-02');
    await expect(calendar).toHaveCount(0);
    expect(await visitor.shownDay('From')).toBe('2026-03-25');

    await visitor.page.clock.install();
    await visitor.typeDay('From', '31032026');
    expect(visitor.parameter('startdate')).toBe('2026-03-25');
    await visitor.page.keyboard.press('Enter');
    await expectDays('2026-03-31', '2026-04-02');
    await visitor.typeDay('To', '03042026');
    await visitor.page.getByRole('tab', { name: 'Data usage' }).focus();
    await expectDays('2026-03-31', '2026-04-03');
  });

  test('in an address that cannot be shown are replaced, and the page says why, in German too', async () => {
    for (const [parameters, why] of [
      ['startdate=0002-01-01&enddate=2026-04-02', 'Enter a year from 2000 onward.'],
      ['startdate=2026-02-28&enddate=2026-02-31', 'Enter a valid date'],
      ['startdate=2006-01-01&enddate=2026-04-02', 'Choose up to 366 days.'],
    ] as const)
      for (const path of [USAGE, `${DEVICE}?show=track`]) {
        await visitor.open(`${path}&${parameters}`);
        await expect(problem()).toContainText('The portal cannot show the days in the address of this page');
        await expect(problem()).toContainText(why);
        await visitor.see(/^(Data used per day|Distance)$/);
        await visitor.press('7 days');
        await expect(problem()).toHaveCount(0);
      }
    await openUsage('2006-01-01');
    await visitor.speakGerman();
    await visitor.see('Tage in Europe/Berlin');
    await visitor.see(/Wählen Sie höchstens 366 Tage\./);
  });

  test('have a field and a calendar in the language of the portal', async () => {
    await openUsage('2026-03-01');
    for (const [language, label, shown, names, month, week] of [
      ['English', 'From', '01/03/2026', ['day', 'month', 'year'], 'March 2026', 'MTWTFSS'],
      ['Deutsch', 'Von', '01.03.2026', ['Tag', 'Monat', 'Jahr'], 'März 2026', 'MDMDFSS'],
    ] as const) {
      await visitor.page.getByRole('radio', { name: language }).click();
      const field = visitor.page.getByRole('group', { name: label, exact: true });
      await expect(field).toHaveText(shown);
      for (const [index, name] of names.entries())
        expect(await field.getByRole('spinbutton').nth(index).getAttribute('aria-label')).toContain(name);
      await field.getByRole('button').click();
      const calendar = visitor.page.getByRole('dialog');
      await calendar.getByRole('heading', { name: month }).waitFor();
      expect((await calendar.locator('th').allTextContents()).join('')).toBe(week);
      await visitor.page.keyboard.press('Escape');
      await expect(calendar).toHaveCount(0);
    }
  });

  describe('with LOCATION_BULK_MAX_DAYS=3', () => {
    const careful = openPortal({ settings: () => ({ LOCATION_BULK_MAX_DAYS: '3' }) });

    test('the page of a track says when it needs fewer', async () => {
      await careful.visitor.open(`${DEVICE}?show=track`);
      await careful.visitor.see('The portal cannot show the locations of this many days. Choose fewer days.');
      await careful.visitor.open(`${DEVICE}?show=track&startdate=2026-04-08&enddate=2026-04-10`);
      await careful.visitor.see('Distance');
    });
  });
});

describe('Downloads', () => {
  const WEEK = { startdate: '2026-04-06', enddate: '2026-04-12' };
  const DAYS = new URLSearchParams(WEEK).toString();
  const WEEK_IN_NAME = `${WEEK.startdate}_${WEEK.enddate}`;
  const TODAY = String.raw`\d{4}-\d{2}-\d{2}`;
  const FORMULA = '=HYPERLINK("http://x","y")';

  type Row = ReadonlyMap<string, CsvCell>;

  /** Downloads what is called so: a record for each row, by the names of the columns. */
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

  test('the devices are a file for a spreadsheet without formulas, with the rows of the search as they are sorted', async () => {
    await service.change(
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
      const row = rows.find((one) => one.get('Device') === (isBad ? `'${id}` : id));
      expect(row?.get('IMEI')).toBe(isBad ? "'+49" : imei);
      expect(row?.get('Model')?.startsWith(isBad ? "'-5" : brand)).toBe(true);
      expect(row?.get('Battery (%)')).toBe(battery === null ? null : String(battery));
    }

    await visitor.open('data?search=van');
    await visitor.press('Device'); // the other way round
    const shown = await visitor.page.getByRole('rowheader').getByRole('link').allTextContents();
    const searched = await download('Download CSV: Devices');
    expect(column(searched.rows, 'Device')).toEqual(shown);
    expect(shown).toEqual(shown.toSorted().reverse());
    await visitor.page.getByLabel('Search devices').fill('no such device');
    await expect(visitor.button('Download CSV: Devices')).toHaveCount(0);
  });

  test('the figures of a chart and the positions of a track are in their files as the service returns them', async () => {
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

    await visitor.open(`data/devices/van-01?show=track&${DAYS}`);
    await visitor.page.getByText('Show the figures as a table').click();
    const track = await download('Download CSV: Locations');
    expect(track.name).toBe(`locations_van-01_${WEEK_IN_NAME}.csv`);
    const positions = await service.read<{ created_at: string; lat: number; lng: number }[]>(
      `/api/v1/device-location/id/van-01?${DAYS}`,
    );
    expect(column(track.rows, 'Time')).toEqual(positions.map(({ created_at: at }) => at));
    expect(column(track.rows, 'Latitude')).toEqual(positions.map(({ lat }) => String(lat)));
    expect(column(track.rows, 'Longitude')).toEqual(positions.map(({ lng }) => String(lng)));
  });

  test('every table has its file, named after what it holds', async () => {
    for (const [path, what, device, days] of [
      ['data?show=map', 'Last known location of each device', '', WEEK_IN_NAME],
      ['data/devices/van-01?show=screenTime', 'Screen time per day and app', 'van-01', WEEK_IN_NAME],
      ['data/devices/van-01?show=screenTime', 'Screen time per app', 'van-01', WEEK_IN_NAME],
      ['data/devices/van-01?show=apps', 'Apps', 'van-01', TODAY],
      ['keys?', 'API keys', '', TODAY],
    ] as const) {
      await visitor.open(`${path}&${DAYS}`);
      const { name, rows } = await download(`Download CSV: ${what}`);
      const first = what.toLowerCase().replaceAll(' ', '-');
      expect(name).toMatch(new RegExp(`^${first}_${device || service.enterpriseId}_${days}\\.csv$`));
      expect(rows.length).toBeGreaterThan(0);
    }
  });

  test('the requests of the API keys are files as well, with German names in German', async () => {
    await service.change(`INSERT INTO key_activity (enterprise_key, hour, api_key_id, scope, application, requests, errors, refused, records, bytes)
    SELECT enterprise_key, (unixepoch() / 3600 - 24) * 3600000, id, 'device:GetList', application, 7, 0, 0, 70, 7000 FROM api_keys LIMIT 1`);
    await visitor.open('activity');
    await visitor.speakGerman();
    const perKey = await download('CSV herunterladen: Nach API-Schlüssel und Recht');
    expect(perKey.name).toMatch(
      new RegExp(`^nach-api-schlüssel-und-recht_${service.enterpriseId}_${TODAY}_${TODAY}\\.csv$`),
    );
    expect(column(perKey.rows, 'API-Schlüssel')).toContain('Demo');
    expect(column(perKey.rows, 'Recht')).toContain('Geräteliste');
    const perDay = await download('CSV herunterladen: Anfragen je Tag und Recht');
    expect(perDay.rows).toHaveLength(7);
    expect(perDay.rows.at(-2)?.get('Geräteliste')).toBe('7'); // yesterday
  });
});
