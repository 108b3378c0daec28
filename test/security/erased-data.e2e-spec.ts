import { existsSync, readFileSync } from 'node:fs';
import { RetentionService } from '../../src/modules/retention/retention.service.js';
import { eraserOf, uninterrupted } from '../erasure/eraser.js';
import { appWith } from '../kit/app/app-with.js';
import { aDevice, aLocation, anEnterprise, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { engine } from '../kit/database/engines.js';

const CANARY = 'canary-4711-in-the-file';
const sqliteIt = engine === 'sqlite' ? it : it.skip;

describe('Bytes of erased records', () => {
  const app = appWith({ enterprises: [anEnterprise()] });

  beforeEach(async () => {
    await app.load({
      devices: [aDevice({ token: CANARY })],
      locations: Array.from({ length: 400 }, () =>
        aLocation({ provider: CANARY, created_at: '2020-01-01T00:00:00.000Z' }),
      ),
    });
  });

  function canaries(): number {
    const file = app.databaseUrl.replace(/^sqlite:/, '');
    const texts = [file, `${file}-wal`].filter(existsSync).map((path) => readFileSync(path, 'latin1'));
    return texts.join('').split(CANARY).length - 1;
  }

  sqliteIt('are in neither the file nor its log after a device was erased', async () => {
    expect(canaries()).toBeGreaterThan(400);
    await eraserOf(app).erase({ enterpriseId: ENTERPRISE_ID, deviceId: DEVICE_ID }, uninterrupted);
    expect(canaries()).toBe(0);
  });

  sqliteIt('are in neither of them after retention', async () => {
    await app.dataSource.query("UPDATE devices SET token = ''");
    await app.dataSource.query('UPDATE enterprises SET retention_days = 30');
    const remover = { actor: 'test', address: '', requestId: '' };
    for await (const { records } of app.get(RetentionService).purgeAll(remover, uninterrupted))
      expect(records.locations).toBe(400);
    expect(canaries()).toBe(0);
  });
});
