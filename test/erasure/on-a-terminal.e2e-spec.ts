import { aDevice, anEnterprise, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { ADMIN_TOKEN, createTestApp, KEY_PEPPER, type TestApp } from '../kit/app/create-test-app.js';
import { findBinary } from '../kit/process/find-binary.js';
import { node, run } from '../kit/process/program.js';

// docs/contract.md, 2.14: on a terminal the id is typed again, and the database is named first

/** Gives a program a terminal (util-linux). */
const script = findBinary('script');
const onTerminals = script && process.platform === 'linux' ? describe : describe.skip;

onTerminals('erase on a terminal', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
    await app.load({ enterprises: [anEnterprise()], devices: [aDevice()] });
  });
  afterAll(() => app.close());

  const erase = (typed: string) => {
    const command = node('src/cli.js', 'erase', '--enterprise', ENTERPRISE_ID, '--device', DEVICE_ID).join(
      ' ',
    );
    const env = { DATABASE_URL: app.databaseUrl, KEY_PEPPER, ADMIN_TOKEN };
    return run([script ?? '', '--quiet', '--return', '--command', command, '/dev/null'], {
      env,
      input: typed,
    });
  };
  const isThere = async () =>
    (await (await app.customer(ENTERPRISE_ID)).get(`/api/v1/device/id/${DEVICE_ID}`)).status === 200;

  it('removes nothing where something else is typed', async () => {
    const { status, stdout } = await erase('tablet\n');
    const said = ['Database: ', 'Everything of the device is removed for good. Type tablet-1 to go on: '];
    const places = said.map((text) => stdout.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(stdout).toContain('That is something else: nothing was erased');
    expect({ status, isThere: await isThere() }).toEqual({ status: 1, isThere: true });
  });

  it('removes what was named once its id is typed again', async () => {
    const { status, stdout } = await erase(`${DEVICE_ID}\n`);
    expect(stdout).toContain('"device_id":"tablet-1"');
    expect({ status, isThere: await isThere() }).toEqual({ status: 0, isThere: false });
  });
});
