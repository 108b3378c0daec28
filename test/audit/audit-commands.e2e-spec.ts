import { AuditService } from '../../src/modules/audit/audit.service.js';
import { EnterprisesService } from '../../src/modules/enterprises/enterprises.service.js';
import { ImportAudit } from '../../src/modules/importer/import-audit.js';
import { exportFolder, type Content } from '../kit/formats/export-folder.js';
import { aDataUsage, aDevice, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { appWith } from '../kit/app/app-with.js';
import { ADMIN_TOKEN, KEY_PEPPER } from '../kit/app/test-app.js';
import { runCli } from '../kit/process/program.js';
import { sealedLog } from './sealed-log.js';

jest.setTimeout(60_000);

describe('cli audit verify', () => {
  const app = appWith({ enterprises: [anEnterprise(), anEnterprise({ id: 'other' })] });
  beforeAll(async () => {
    for (let at = 0; at < 3; at++) await app.createKey(ENTERPRISE_ID);
  });

  async function verify(...args: string[]): Promise<{ status: number | null; text: string }> {
    const env = { DATABASE_URL: app.databaseUrl, KEY_PEPPER, ADMIN_TOKEN };
    const { status, stdout, stderr } = await runCli(['audit', ...args], env);
    expect(stderr).toMatch(/^Database: |^Usage: /);
    return { status, text: stdout + stderr.replace(/^Database: .*\n/, '') };
  }

  it('reports for every audit log if it is intact, and its last event', async () => {
    expect(await verify('verify')).toEqual({
      status: 0,
      text: expect.stringMatching(
        /^acme: intact, 3 events, the last is 3 [0-9a-f]{64}\nother: intact, 0 events\nDigest of all audit logs: [0-9a-f]{64}\n$/,
      ) as string,
    });
  });

  it('names removed events, and exits with status 2', async () => {
    await app.dataSource.query('DELETE FROM audit_events WHERE enterprise_key = 1 AND sequence = 2');
    const { status, text } = await verify('verify', ENTERPRISE_ID);
    expect(text).toMatch(/^acme: NOT INTACT, 2 events, the last is 3 [0-9a-f]{64}\n {2}event 2: removed\n$/);
    expect(status).toBe(2);
    expect((await verify('verify', 'other')).status).toBe(0);
  });

  it('shows its progress on a long audit log', async () => {
    const { id } = await sealedLog(app, 10_100);
    const { status, text } = await verify('verify', id);
    expect(text).toMatch(/^log-\d+: \d+ of 10100 events checked$/m);
    expect(text).toMatch(/^log-\d+: intact, 10100 events, the last is 10100 [0-9a-f]{64}$/m);
    expect(status).toBe(0);
  });

  it('exits with status 1 if there is nothing to check', async () => {
    const text = 'Enterprise nowhere does not exist\n';
    expect(await verify('verify', 'nowhere')).toEqual({ status: 1, text });
    expect((await verify('mend')).status).toBe(1);
  });
});

describe('The audit events of an import', () => {
  const app = appWith();

  const load = async (files: Record<string, Content>, env: NodeJS.ProcessEnv = { KEY_PEPPER }) => {
    const folder = await exportFolder(files);
    return runCli(['import', folder], { DATABASE_URL: app.databaseUrl, ...env });
  };
  const eventsOf = async (enterpriseId = ENTERPRISE_ID) =>
    (await app.auditLog(enterpriseId)).map(({ actor, action, details }) => [actor, action, details]);

  it('contain the records by kind for each enterprise, in an intact audit log', async () => {
    const other = { enterprise_id: 'other' };
    const { status } = await load({
      enterprises: [anEnterprise(), anEnterprise({ id: 'other' }), anEnterprise({ id: 'third' })],
      devices: [aDevice(), aDevice({ id: 'tablet-2' }), aDevice(other)],
      datausage: [aDataUsage(), aDataUsage({ device_id: 'tablet-2' }), aDataUsage({ device_id: 'nowhere' })],
    });
    expect(status).toBe(2);
    expect(await eventsOf()).toEqual([['command-line', 'import.applied', { devices: 2, datausage: 2 }]]);
    expect(await eventsOf('other')).toEqual([['command-line', 'import.applied', { devices: 1 }]]);
    expect(await eventsOf('third')).toEqual([]);
    expect(await app.isAuditLogIntact(ENTERPRISE_ID)).toBe(true);
  });

  it('are complete if an enterprise was erased during the import', async () => {
    await app.load({ enterprises: [anEnterprise({ id: 'fourth' })] });
    const existing = (await app.get(EnterprisesService).findKey('fourth'))!;
    const audit = new ImportAudit(app.get(AuditService), { actor: 'test', address: '', requestId: '' });
    for (const key of [999_999, existing]) audit.countLoaded('devices', key, 1);
    await audit.writeCounts();
    expect(await eventsOf('fourth')).toEqual([['test', 'import.applied', { devices: 1 }]]);
  });

  it('contain only changed settings', async () => {
    const loadWith = (overrides: object) =>
      load({ enterprises: [anEnterprise({ id: 'moved', ...overrides })] });
    const settings = { time_zone: 'Asia/Kathmandu', retention_days: 30 };
    await loadWith({});
    expect(await eventsOf('moved')).toEqual([]);
    for (let times = 0; times < 2; times++) await loadWith(settings);
    const previous = { previous_time_zone: 'Europe/Berlin', previous_retention_days: null };
    const details = { ...settings, ...previous };
    expect(await eventsOf('moved')).toEqual([['command-line', 'settings.updated', details]]);
  });

  it('are not required: the import succeeds if no audit log can be sealed', async () => {
    const enterprise_id = 'unsealed';
    const files = {
      enterprises: [anEnterprise({ id: enterprise_id })],
      devices: [aDevice({ enterprise_id })],
    };
    expect((await load(files, {})).status).toBe(0);
    expect(await eventsOf(enterprise_id)).toEqual([]);
  });
});
