import { readFile } from 'node:fs/promises';
import { expect } from '../kit/browser/expect.js';
import { openPortal } from '../kit/browser/portal.js';
import { readCsv, type CsvCell } from '../kit/formats/csv.js';

const WEEK = { startdate: '2026-04-06', enddate: '2026-04-12' };
const DAYS = new URLSearchParams(WEEK).toString();
const WEEK_IN_NAME = `${WEEK.startdate}_${WEEK.enddate}`;
const TODAY = String.raw`\d{4}-\d{2}-\d{2}`;
const FORMULA = '=HYPERLINK("http://x","y")';

const { service, visitor } = openPortal();

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

test('the devices are a file for a spreadsheet, in which nobody can put a formula', async () => {
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
});

test('the file has the rows that were searched for, all of them, as they are sorted', async () => {
  await visitor.open('data?search=van');
  await visitor.press('Device'); // the other way round
  const shown = await visitor.page.getByRole('rowheader').getByRole('link').allTextContents();
  const { rows } = await download('Download CSV: Devices');
  expect(column(rows, 'Device')).toEqual(shown);
  expect(shown).toEqual(shown.toSorted().reverse());
  await visitor.page.getByLabel('Search devices').fill('no such device');
  await expect(visitor.button('Download CSV: Devices')).toHaveCount(0);
});

test('the figures of a chart stand in its file as the service has them', async () => {
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
});

test.each([
  ['data?show=map', 'Last known position of each device', '', WEEK_IN_NAME],
  ['data/devices/van-01?show=screenTime', 'Screen time per day and app', 'van-01', WEEK_IN_NAME],
  ['data/devices/van-01?show=screenTime', 'Screen time per app', 'van-01', WEEK_IN_NAME],
  ['data/devices/van-01?show=apps', 'Apps', 'van-01', TODAY],
  ['keys?', 'API keys', '', TODAY],
])('%s: %s', async (path, what, device, days) => {
  await visitor.open(`${path}&${DAYS}`);
  const { name, rows } = await download(`Download CSV: ${what}`);
  const first = what.toLowerCase().replaceAll(' ', '-');
  expect(name).toMatch(new RegExp(`^${first}_${device || service.enterpriseId}_${days}\\.csv$`));
  expect(rows.length).toBeGreaterThan(0);
});

test('the positions of a track are in its file, with the time as the service writes it', async () => {
  await visitor.open(`data/devices/van-01?show=track&${DAYS}`);
  await visitor.page.getByText('Show the figures as a table').click();
  const { name, rows } = await download('Download CSV: Positions');
  expect(name).toBe(`positions_van-01_${WEEK_IN_NAME}.csv`);
  const records = await service.read<{ created_at: string; lat: number; lng: number }[]>(
    `/api/v1/device-location/id/van-01?${DAYS}`,
  );
  expect(column(rows, 'Time')).toEqual(records.map(({ created_at: at }) => at));
  expect(column(rows, 'Latitude')).toEqual(records.map(({ lat }) => String(lat)));
  expect(column(rows, 'Longitude')).toEqual(records.map(({ lng }) => String(lng)));
});

test('the requests of the API keys are files as well, in German with German names', async () => {
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
