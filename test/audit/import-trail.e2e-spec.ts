import { exportFolder, type Content } from '../importer/export-folder.js';
import { aDataUsage, aDevice, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { createTestApp, KEY_PEPPER, type TestApp } from '../kit/app/create-test-app.js';
import { trailOf } from '../kit/app/portal-app.js';
import { runCli } from '../kit/process/program.js';

jest.setTimeout(60_000); // each starts processes

describe('What an import does to an enterprise', () => {
  let app: TestApp;

  beforeEach(async () => {
    app = await createTestApp();
  });
  afterEach(() => app.close());

  const load = async (files: Record<string, Content>, env: NodeJS.ProcessEnv = { KEY_PEPPER }) => {
    const folder = await exportFolder(files);
    return runCli(['import', folder], { DATABASE_URL: app.databaseUrl, ...env });
  };
  const told = async (enterpriseId = ENTERPRISE_ID) =>
    (await trailOf(app, enterpriseId)).map(({ actor, action, details }) => [actor, action, details]);

  it('is on its trail, which stays whole: records by kind, each enterprise for itself', async () => {
    const other = { enterprise_id: 'other' };
    const { status } = await load({
      enterprises: [anEnterprise(), anEnterprise({ id: 'other' }), anEnterprise({ id: 'third' })],
      devices: [aDevice(), aDevice({ id: 'tablet-2' }), aDevice(other)],
      datausage: [aDataUsage(), aDataUsage({ device_id: 'tablet-2' }), aDataUsage({ device_id: 'nowhere' })],
    });
    expect(status).toBe(2);
    expect(await told()).toEqual([['command-line', 'import.applied', { devices: 2, datausage: 2 }]]);
    expect(await told('other')).toEqual([['command-line', 'import.applied', { devices: 1 }]]);
    expect(await told('third')).toEqual([]);
    const verification = await app.admin(ENTERPRISE_ID).object('/internal/v1/audit-events/verification');
    expect(verification).toMatchObject({ intact: true, events: 1 });
  });

  it('tells what it changed of the settings, and nothing where they stay', async () => {
    await load({ enterprises: [anEnterprise({ time_zone: 'Europe/Berlin' })] });
    expect(await told()).toEqual([]);
    await load({ enterprises: [anEnterprise({ time_zone: 'Asia/Kathmandu', retention_days: 30 })] });
    const [event] = await told();
    expect(event).toEqual([
      'command-line',
      'settings.updated',
      {
        time_zone: 'Asia/Kathmandu',
        previous_time_zone: 'Europe/Berlin',
        retention_days: 30,
        previous_retention_days: null,
      },
    ]);
    await load({ enterprises: [anEnterprise({ time_zone: 'Asia/Kathmandu', retention_days: 30 })] });
    expect(await told()).toHaveLength(1);
  });

  it('is on no trail where nothing can seal one, and loads all the same', async () => {
    expect((await load({ enterprises: [anEnterprise()], devices: [aDevice()] }, {})).status).toBe(0);
    expect(await told()).toEqual([]);
  });
});
