import { Enterprise } from '../../src/modules/enterprises/enterprise.entity.js';
import { Location } from '../../src/modules/locations/location.entity.js';
import { ScreenTime } from '../../src/modules/screen-time/screen-time.entity.js';
import { DataUsage } from '../../src/modules/usage/data-usage.entity.js';
import { startOfDayAgo } from '../../src/time/days.js';
import { ZonedTime } from '../../src/time/zoned-time.js';
import { ImportDatabase } from './import-database.js';
import { aDevice, aLocation, anEnterprise, anExport, aScreenTime, aUsage } from './records.js';

// docs/contract.md, 2.3 and 2.14: what an enterprise keeps for so many days

const ZONE = 'Europe/Berlin';
const DAYS = 3;

const stored = ImportDatabase.forEachTest();

const enterprise = (): Promise<Enterprise> => stored.one(Enterprise, { id: 'acme' });

/** The first instant that is kept, and the last that is not. */
const border = (zone = ZONE): { kept: string; old: string } => {
  const time = ZonedTime.of(zone);
  const at = startOfDayAgo(DAYS, Date.now(), time);
  return { kept: time.format(at), old: time.format(at - 1) };
};

describe('retention_days of an enterprise', () => {
  it('is for ever in a new one; what a line leaves out stays, and null clears it', async () => {
    const days: (number | null)[] = [];
    for (const line of [{}, { retention_days: 30 }, { name: 'Renamed' }, { retention_days: null }, {}]) {
      await stored.load({ enterprises: [{ id: 'acme', ...line }] });
      days.push((await enterprise()).retentionDays);
    }
    expect(days).toEqual([null, 30, 30, null, null]);
    expect(await enterprise()).toMatchObject({ name: 'Renamed', timeZone: 'UTC' });
  });

  it('takes effect line by line, also within a batch', async () => {
    const lines = [{ retention_days: 5 }, { name: 'Twice' }, { retention_days: null }, { retention_days: 9 }];
    await stored.load({ enterprises: lines.map((line) => ({ id: 'acme', ...line })) });
    expect(await enterprise()).toMatchObject({ name: 'Twice', retentionDays: 9 });
  });

  it('is refused where it is no number of days', async () => {
    await stored.load({ enterprises: [anEnterprise({ retention_days: 30 })] });
    const bad = [0, -1, 36_601, 1.5, '30', true, {}];
    expect(
      await stored.import({ enterprises: bad.map((retention_days) => anEnterprise({ retention_days })) }),
    ).toEqual(
      bad.map(
        (days, at) =>
          `enterprises ${at + 1}: retention_days: should be ${Number.isInteger(days) ? 'from 1 to 36600' : 'an integer'}`,
      ),
    );
    expect((await enterprise()).retentionDays).toBe(30);
  });
});

describe('Records older than their enterprise keeps', () => {
  it('are passed over and counted apart, those at the border and those without a time are not', async () => {
    const { kept, old } = border();
    const folder = await stored.folder({
      ...anExport(),
      enterprises: [anEnterprise({ retention_days: DAYS })],
      datausage: [old, kept, null].map((start, id) => aUsage({ id, start })),
      screentime: [old, kept, null].map((start, id) => aScreenTime({ id, start })),
      locations: [old, old, kept, null].map((created_at, id) => aLocation({ id, created_at })),
    });
    const { status, stdout } = await stored.cli(['import', folder]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/datausage\.ndjson: 2 loaded, 0 rejected, 1 older than is kept, /);
    expect(stdout).toMatch(/screentime\.ndjson: 2 loaded, 0 rejected, 1 older than is kept, /);
    expect(stdout).toMatch(/locations\.ndjson: 2 loaded, 0 rejected, 2 older than is kept, /);
    expect(stdout).toMatch(/applications\.ndjson: 1 loaded, 0 rejected, [\d.]+ s/);
    const ids = async (entity: new () => { id: number }) => (await stored.all(entity)).map(({ id }) => id);
    expect((await ids(DataUsage)).sort()).toEqual([1, 2]);
    expect((await ids(ScreenTime)).sort()).toEqual([1, 2]);
    expect((await ids(Location)).sort()).toEqual([2, 3]);
  });

  it('are judged in the zone of their own enterprise, and where it keeps everything not at all', async () => {
    await stored.load({
      enterprises: [
        anEnterprise({ retention_days: DAYS }),
        anEnterprise({ id: 'east', time_zone: 'Pacific/Kiritimati', retention_days: DAYS }),
        anEnterprise({ id: 'all' }),
      ],
      devices: ['acme', 'east', 'all'].map((enterprise_id) => aDevice({ enterprise_id })),
    });
    const [berlin, east] = [border(), border('Pacific/Kiritimati')];
    await stored.load({
      locations: [
        aLocation({ id: 1, created_at: berlin.kept }),
        aLocation({ id: 2, created_at: berlin.old }),
        aLocation({ id: 3, created_at: east.kept, enterprise_id: 'east' }),
        aLocation({ id: 4, created_at: east.old, enterprise_id: 'east' }),
        aLocation({ id: 5, created_at: '1990-01-01T00:00:00.000Z', enterprise_id: 'all' }),
      ],
    });
    expect((await stored.all(Location)).map(({ id }) => id).sort()).toEqual([1, 3, 5]);
  });

  it('can still be removed, and a record that stands does not become one of them', async () => {
    const { kept, old } = border();
    await stored.load({
      ...anExport(),
      locations: [aLocation({ id: 1 }), aLocation({ id: 2, created_at: kept })],
    });
    await stored.load({ enterprises: [anEnterprise({ retention_days: DAYS })] });
    await stored.load({
      locations: [
        { id: 1, device_id: 'tablet-1', enterprise_id: 'acme', deleted: true },
        aLocation({ id: 2, created_at: old }),
      ],
    });
    expect(await stored.all(Location)).toMatchObject([{ id: 2, createdAt: Date.parse(kept) }]);
  });
});
