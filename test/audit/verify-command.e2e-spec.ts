import { anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { runCli } from '../kit/process/program.js';
import { anEvent, writeSealedTrail } from './sealed-trail.js';
import { ADMIN_TOKEN, createTestApp, KEY_PEPPER, type TestApp } from '../kit/app/create-test-app.js';

jest.setTimeout(60_000); // a process or two in each test

describe('cli audit verify', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
    await app.load({ enterprises: [anEnterprise(), anEnterprise({ id: 'other' })] });
    for (let at = 0; at < 3; at++) await app.createKey(ENTERPRISE_ID);
  });
  afterAll(() => app.close());

  async function verify(...words: string[]): Promise<{ status: number | null; text: string }> {
    const env = { DATABASE_URL: app.databaseUrl, KEY_PEPPER, ADMIN_TOKEN };
    const { status, stdout, stderr } = await runCli(['audit', ...words], env);
    return { status, text: stdout + stderr.replace(/^Database: .*\n/, '') };
  }

  it('says of every trail whether it is as it was written, and where it ends', async () => {
    const { status, text } = await verify('verify');
    expect(text).toMatch(/^acme: intact, 3 events, the last is 3 [0-9a-f]{64}\nother: intact, 0 events\n$/);
    expect(status).toBe(0);
  });

  it('names what was removed, and ends with status 2', async () => {
    await app.dataSource.query('DELETE FROM audit_events WHERE enterprise_key = 1 AND sequence = 2');
    const { status, text } = await verify('verify', ENTERPRISE_ID);
    expect(text).toMatch(/^acme: NOT INTACT, 2 events, the last is 3 [0-9a-f]{64}\n {2}event 2: removed\n$/);
    expect(status).toBe(2);
    expect((await verify('verify', 'other')).status).toBe(0);
  });

  it('says how far it is in a long trail', async () => {
    await app.load({ enterprises: [anEnterprise({ id: 'long' })] });
    await writeSealedTrail(app.dataSource, 10_100, (sequence) => anEvent(sequence, { enterpriseKey: 3 }));
    const { status, text } = await verify('verify', 'long');
    expect(text).toMatch(/^long: \d+ of 10100 events checked$/m);
    expect(text).toMatch(/^long: intact, 10100 events, the last is 10100 [0-9a-f]{64}$/m);
    expect(status).toBe(0);
  });

  it('ends with status 1 where there is nothing to check', async () => {
    expect(await verify('verify', 'nowhere')).toEqual({
      status: 1,
      text: 'There is no enterprise nowhere\n',
    });
    expect((await verify('mend')).status).toBe(1);
  });
});
