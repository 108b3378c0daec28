import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appWith } from '../kit/app/app-with.js';
import { aDevice, anEnterprise, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { ADMIN_TOKEN, KEY_PEPPER } from '../kit/app/test-app.js';
import { findBinary } from '../kit/process/find-binary.js';
import { nodeCommand, onTerminal, run, runCli, type Outcome } from '../kit/process/program.js';

// docs/contract.md, 2.1 and 2.14

jest.setTimeout(120_000);

const list = join(tmpdir(), `cda-test-erasures-${process.pid}-${Date.now()}.ndjson`);
const app = appWith({
  enterprises: [anEnterprise(), anEnterprise({ id: 'other' })],
  devices: ['tablet-1', 'tablet-2', 'tablet-3', 'tablet-4'].flatMap((id) => [
    aDevice({ id }),
    aDevice({ id, enterprise_id: 'other' }),
  ]),
});

const env = () => ({ DATABASE_URL: app.databaseUrl, KEY_PEPPER, ADMIN_TOKEN });
const cli = (...args: string[]): Promise<Outcome> => runCli(args, env());
const printedErasures = async (): Promise<string[]> => (await cli('audit')).stdout.trim().split('\n');
const devicesLeft = async () => {
  const customer = await app.customer(ENTERPRISE_ID);
  return (await customer.list('/device')).map(({ id }) => id);
};

it('refuses to erase without confirmation, and an unknown device or enterprise', async () => {
  const wrong: [string[], RegExp][] = [
    [['--enterprise', ENTERPRISE_ID, '--device', DEVICE_ID], /Without a terminal --yes is required/],
    [['--enterprise', 'nowhere', '--yes'], /There is no enterprise nowhere/],
    [['--enterprise', ENTERPRISE_ID, '--device', 'nothing', '--yes'], /There is no device nothing in/],
    [['--device', DEVICE_ID, '--yes'], /needs either --enterprise/],
    [['--enterprise', ENTERPRISE_ID, '--again', list], /needs either --enterprise/],
    [['--again', `${list}.missing`], /^The list of erasures \S+\.missing cannot be read \(ENOENT\)$/m],
  ];
  for (const [args, reason] of wrong) {
    const { status, stdout, stderr } = await cli('erase', ...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(reason);
  }
  expect(await devicesLeft()).toHaveLength(4);
});

if (findBinary('script') && process.platform === 'linux')
  describe('erase on a terminal', () => {
    const erase = (typed: string) => {
      const command = nodeCommand(
        'src/cli.js',
        'erase',
        '--enterprise',
        ENTERPRISE_ID,
        '--device',
        'tablet-4',
      );
      return run(onTerminal(command), { env: env(), input: typed });
    };

    it('removes nothing if the confirmation does not match', async () => {
      const { status, stdout } = await erase('tablet\n');
      const database = 'Database: ';
      const prompt = 'All data of the device will be deleted permanently. Type tablet-4 to continue: ';
      expect(stdout).toContain(database);
      expect(stdout.indexOf(prompt)).toBeGreaterThan(stdout.indexOf(database));
      expect(stdout).toContain('Confirmation did not match: nothing was erased');
      expect(status).toBe(1);
      expect(await devicesLeft()).toContain('tablet-4');
    });

    it('removes the device after its id is typed again', async () => {
      const { status, stdout } = await erase('tablet-4\n');
      expect(stdout).toContain('"device_id":"tablet-4"');
      expect(status).toBe(0);
      expect(await devicesLeft()).not.toContain('tablet-4');
    });
  });

describe('The command that erased a device and an enterprise', () => {
  let device: Outcome;
  let enterprise: Outcome;

  beforeAll(async () => {
    device = await cli('erase', '--enterprise', ENTERPRISE_ID, '--device', DEVICE_ID, '--yes');
    enterprise = await cli('erase', '--enterprise', 'other', '--yes');
  });

  it('names the database first, and prints a line for "audit"', async () => {
    expect(device.status).toBe(0);
    expect(device.stderr).toMatch(/^Database: (sqlite|mysql):[^\n]+\n$/);
    expect(JSON.parse(device.stdout)).toEqual({
      id: expect.any(String) as string,
      erased_at: expect.stringMatching(/Z$/) as string,
      enterprise_id: ENTERPRISE_ID,
      device_id: DEVICE_ID,
      removed: {},
    });
    expect(JSON.parse(enterprise.stdout)).toMatchObject({ enterprise_id: 'other', removed: { devices: 4 } });

    const withoutTime = (line: string): unknown => ({ ...(JSON.parse(line) as object), erased_at: '' });
    expect((await printedErasures()).slice(-2).map(withoutTime)).toEqual(
      [device.stdout, enterprise.stdout].map(withoutTime),
    );
    expect((await cli('audit', 'verify')).stdout).toMatch(/^the service itself: intact, 1 events/m);
  });

  it('repeats a list on a restored database, names invalid lines, ignores deleted records and repeats nothing', async () => {
    await app.load({
      enterprises: [anEnterprise({ id: 'other' })],
      devices: [aDevice(), aDevice({ id: 'tablet-9', enterprise_id: 'other' })],
    });
    const lines = [
      ...[device, enterprise].map(({ stdout }) => stdout.trim()),
      JSON.stringify({ id: 'of-another-copy', enterprise_id: ENTERPRISE_ID, device_id: 'tablet-2' }),
      JSON.stringify({ enterprise_id: ENTERPRISE_ID, device_id: 'long-gone' }),
      '{"enterprise_id": "acme", "device": "tablet-3"}',
      'nothing',
      '',
    ];
    await writeFile(list, `\uFEFF${lines.join('\n')}`);
    expect((await cli('erase', '--again', list)).status).toBe(1);
    for (const expected of [['of-another-copy'], []]) {
      const { status, stdout, stderr } = await cli('erase', '--again', list, '--yes');
      expect(status).toBe(2);
      const erased = stdout.split('\n').filter((line) => line !== '');
      expect(erased.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(expected);
      expect(stderr).not.toContain(`${list}, line 1:`);
      expect(stderr).toContain(`${list}, line 5: device: unknown`);
      expect(stderr).toContain(`${list}, line 6: not JSON`);
    }
    const left = await devicesLeft();
    expect(left).toEqual(expect.arrayContaining(['tablet-1', 'tablet-3']));
    expect(left).not.toContain('tablet-2');
    expect((await app.admin('other').get('/internal/v1/settings')).status).toBe(200);
  });
});
