import { existsSync, readFileSync } from 'node:fs';
import { AuditVerifier } from '../../src/modules/audit/audit-verifier.js';
import { RetentionService } from '../../src/modules/retention/retention.service.js';
import { eraserOf, uninterrupted } from '../erasure/eraser.js';
import { appWith } from '../kit/app/app-with.js';
import { aDevice, aLocation, anEnterprise, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { ADMIN_TOKEN, createTestApp, KEY_PEPPER } from '../kit/app/create-test-app.js';
import { engine } from '../kit/database/engines.js';
import { runCli } from '../kit/process/program.js';

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

  /** Occurrences of the canary in the database and its log. */
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
    for await (const { records } of app.part(RetentionService).purgeAll(remover, uninterrupted))
      expect(records.locations).toBe(400);
    expect(canaries()).toBe(0);
  });
});

describe('An audit log that was deleted together with its head', () => {
  const start = async () => {
    const app = await createTestApp();
    await app.load({ enterprises: [anEnterprise(), anEnterprise({ id: 'imported' })] });
    return app;
  };

  it('is not intact when the enterprise has a key', async () => {
    const app = await start();
    try {
      await app.createKey(ENTERPRISE_ID);
      expect(await app.part(AuditVerifier).verify(1, 0)).toMatchObject({ intact: true, events: 1 });
      for (const table of ['audit_events', 'audit_heads'])
        await app.dataSource.query(`DELETE FROM ${table} WHERE enterprise_key = 1`);
      expect(await app.part(AuditVerifier).verify(1, 0)).toMatchObject({
        intact: false,
        events: 0,
        flaws: [{ sequence: 1, flaw: 'end_removed' }],
      });
      const { status, stdout } = await runCli(['audit', 'verify'], {
        DATABASE_URL: app.databaseUrl,
        ADMIN_TOKEN,
        KEY_PEPPER,
      });
      expect(stdout).toMatch(
        /^acme: NOT INTACT, 0 events\n {2}event 1: end removed\nimported: intact, 0 events\n/,
      );
      expect(stdout).toMatch(/\nDigest of all audit logs: [0-9a-f]{64}\n$/);
      expect(status).toBe(2);
    } finally {
      await app.close();
    }
  });
});
