import { Application } from '../../src/modules/apps/application.entity.js';
import { Device } from '../../src/modules/devices/device.entity.js';
import { Enterprise } from '../../src/modules/enterprises/enterprise.entity.js';
import { Location } from '../../src/modules/locations/location.entity.js';
import { ScreenTime } from '../../src/modules/screen-time/screen-time.entity.js';
import { DataUsage } from '../../src/modules/usage/data-usage.entity.js';
import { ImportDatabase } from './import-database.js';
import { aDevice, aLocation, anEnterprise, anExport } from './records.js';

// docs/contract.md, 2.3: lines with "deleted": true

const RECORDS = [
  ['datausage', DataUsage],
  ['screentime', ScreenTime],
  ['applications', Application],
  ['locations', Location],
] as const;

const stored = ImportDatabase.forEachTest();
beforeEach(() => stored.load({ ...anExport(), devices: [aDevice(), aDevice({ id: 'tablet-2' })] }));

const removal = (more: object = {}): object => ({
  enterprise_id: 'acme',
  device_id: 'tablet-1',
  id: 1,
  ID: 1,
  deleted: true,
  ...more,
});

describe('A line that removes a record', () => {
  it('takes it away, and nothing when it is loaded again', async () => {
    for (const [kind, entity] of RECORDS) {
      for (let times = 0; times < 2; times++) {
        await stored.load({ [kind]: [removal()] });
        expect(await stored.count(entity)).toBe(0);
      }
    }
  });

  it('changes nothing where there is no such record, and is refused where it is one of another device', async () => {
    for (const [kind, entity] of RECORDS) {
      await stored.load({ [kind]: [removal({ id: 2, ID: 2 })] });
      expect(await stored.import({ [kind]: [removal({ device_id: 'tablet-2' })] })).toEqual([
        `${kind} 1: device_id: the record is not one of this device`,
      ]);
      expect(await stored.count(entity)).toBe(1);
    }
  });

  it('needs what identifies the record', async () => {
    for (const [kind, entity] of RECORDS) {
      for (const missing of ['enterprise_id', 'device_id', kind === 'applications' ? 'ID' : 'id'])
        expect(await stored.import({ [kind]: [removal({ [missing]: null })] })).toEqual([
          `${kind} 1: ${missing}: missing`,
        ]);
      for (const deleted of ['true', 1, {}])
        expect(await stored.import({ [kind]: [removal({ deleted })] })).toEqual([
          `${kind} 1: deleted: should be a boolean`,
        ]);
      expect(await stored.count(entity)).toBe(1);
    }
  });

  it('may have values that no record could have: they do not count', async () => {
    const odd = { start: 'never', created_at: 5, updated_at: 'x', lat: 'north' };
    for (const [kind, entity] of RECORDS) {
      await stored.load({ [kind]: [removal(odd)] });
      expect(await stored.count(entity)).toBe(0);
    }
  });
});

it('deleted: false is an ordinary record', async () => {
  await stored.load({
    locations: [aLocation({ lat: 1, deleted: false }), aLocation({ id: 2, deleted: null })],
  });
  const places = (await stored.all(Location)).map(({ id, lat }) => [id, lat]);
  expect(Object.fromEntries(places)).toEqual({ 1: 1, 2: 52.51634 });
});

it('A device becomes DELETED and keeps all else, its records as well', async () => {
  const before = await stored.one(Device, { id: 'tablet-1' });
  await stored.load({ devices: [{ id: 'tablet-1', enterprise_id: 'acme', deleted: true }] });
  const { changeNumber, ...after } = await stored.one(Device, { id: 'tablet-1' });
  expect(after).toEqual({ ...before, status: 'DELETED', changeNumber: undefined });
  expect(changeNumber).toBeGreaterThan(before.changeNumber);
  for (const [, entity] of RECORDS) expect(await stored.count(entity)).toBe(1);
  await stored.load({ devices: [{ id: 'unknown', enterprise_id: 'acme', deleted: true }] });
  expect(await stored.count(Device)).toBe(2);
});

it('An enterprise is not removed', async () => {
  expect(await stored.import({ enterprises: [{ ...anEnterprise(), deleted: true }] })).toEqual([
    'enterprises 1: deleted: an enterprise is erased by a command of its own, not by an import',
  ]);
  expect(await stored.count(Enterprise)).toBe(1);
});
