import { spawnSync } from 'node:child_process';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { aFleet } from '../kit/app/app-with.js';
import { aDevice, aLocation, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { ADMIN_TOKEN, KEY_PEPPER, TestApp } from '../kit/app/test-app.js';
import { engine } from '../kit/database/engines.js';
import { ApiClient } from '../kit/http/api-client.js';
import { nodeCommand, run, runCli, type Outcome } from '../kit/process/program.js';
import { temporaryFolder } from '../kit/process/sandbox.js';
import { routeOf } from '../kit/sync/feed-routes.js';
import { follow, tokenOf } from '../kit/sync/follow.js';

// docs/operations/backup.md

jest.setTimeout(120_000);

const LOCATIONS = routeOf('locations');
const BULK = '/api/v1/device-location/bulk?startdate=2026-01-01&enddate=2026-12-31';

let app: TestApp;
let client: ApiClient;
let copy: string;

beforeEach(async () => {
  copy = join(await temporaryFolder(), 'copy.sqlite');
  app = await TestApp.start();
  await app.load(aFleet({ devices: [aDevice(), aDevice({ id: 'tablet-2' })] }));
  client = await app.customer(ENTERPRISE_ID);
});
afterEach(() => app.close());

const cli = (url: string, ...args: string[]): Promise<Outcome> =>
  runCli(args, { DATABASE_URL: url, KEY_PEPPER, ADMIN_TOKEN });

async function withRestored(use: (restored: TestApp, customer: ApiClient) => Promise<void>): Promise<void> {
  const restored = await TestApp.start({ DATABASE_URL: `sqlite:${copy}` });
  try {
    await use(restored, new ApiClient(restored.url, client.headers));
  } finally {
    await restored.close();
  }
}

if (engine === 'sqlite') {
  it('A backup during an import restores a consistent database', async () => {
    const token = await tokenOf(client, LOCATIONS);
    const end = { isReached: false };
    let written = 0;
    const importing = (async () => {
      for (; !end.isReached; written++) await app.load({ locations: [aLocation({ id: written + 1 })] });
    })();
    const { status, stdout, stderr } = await cli(app.databaseUrl, 'backup', copy);
    end.isReached = true;
    await importing;
    expect({ status, stdout }).toEqual({ status: 0, stdout: `Backup written to ${copy}\n` });
    expect(stderr).toBe(`Database: ${app.databaseUrl}\n`);
    expect((await stat(copy)).mode & 0o777).toBe(0o600);

    const device = ['--enterprise', ENTERPRISE_ID, '--device', 'tablet-2'];
    const erased = await cli(app.databaseUrl, 'erase', ...device, '--yes');
    const list = `${copy}.ndjson`;
    await writeFile(list, erased.stdout);
    expect((await cli(`sqlite:${copy}`, 'erase', '--again', list, '--yes')).stdout).toContain('"tablet-2"');

    await withRestored(async (restored, customer) => {
      expect((await customer.list('/device')).map(({ id }) => id)).toEqual([DEVICE_ID]);
      const ids = (await customer.list(BULK)).map(({ id }) => Number(id)).sort((a, b) => a - b);
      expect(ids).toEqual(ids.map((_id, at) => at + 1));
      expect(ids.length).toBeGreaterThan(0);
      expect(ids.length).toBeLessThanOrEqual(written);
      expect((await follow(customer, LOCATIONS, token)).items).toHaveLength(ids.length);
      expect(await restored.isAuditLogIntact(ENTERPRISE_ID)).toBe(true);
    });
  });

  it('A backup does not overwrite or migrate anything', async () => {
    await writeFile(copy, 'mine');
    const { status, stderr } = await cli(app.databaseUrl, 'backup', copy);
    expect(status).toBe(1);
    expect(stderr).toContain(`${copy} already exists. A backup does not overwrite files`);
    expect(await readFile(copy, 'utf8')).toBe('mine');
    await rm(copy);
    const lastMigration = "FROM migrations WHERE name LIKE 'Erasures%'";
    await app.dataSource.query(`DELETE ${lastMigration}`);
    expect((await cli(app.databaseUrl, 'backup', copy)).status).toBe(0);
    expect(await app.dataSource.query(`SELECT 1 ${lastMigration}`)).toEqual([]);
    const none = await cli('sqlite:/nowhere/at-all.sqlite', 'backup', `${copy}2`);
    expect(none.status).toBe(1);
    expect(none.stderr).toContain('\nThe database file /nowhere/at-all.sqlite does not exist\n');
  });

  it('A backup names a folder that does not exist', async () => {
    const { status, stderr } = await cli(app.databaseUrl, 'backup', `${copy}/of/today.sqlite`);
    expect(status).toBe(1);
    expect(stderr).toContain(`\nThe folder of the backup must exist and be writable: ${copy}/of (ENOENT)\n`);
  });

  it('A backup is a file, and not written for the name of a folder', async () => {
    const { status, stderr } = await cli(app.databaseUrl, 'backup', `${copy}/`);
    expect(status).toBe(1);
    expect(stderr).toBe('backup needs one FILE that does not exist yet\n');
  });

  // Only Linux mounts a file system in a namespace of its own
  const onLinux = spawnSync('unshare', ['--map-root-user', '--mount', 'true']).status === 0 ? it : it.skip;
  onLinux('A backup to a full disk names the disk of the backup', async () => {
    const folder = dirname(copy);
    const program = nodeCommand('src/cli.js', 'backup', copy);
    const script = `mount -t tmpfs -o size=64k tmpfs "$0" && "$@" && exit; status=$?; ls "$0"; exit $status`;
    const command = ['unshare', '--map-root-user', '--mount', 'sh', '-c', script, folder, ...program];
    const { status, stdout, stderr } = await run(command, { env: { DATABASE_URL: app.databaseUrl } });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^The disk of the backup is full\. Free some space, then try again\.$/m);
  });
} else
  it('The backup of a server refers to the tools of the server', async () => {
    const { status, stderr } = await cli(app.databaseUrl, 'backup', copy);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /mariadb-dump or mysqldump with --single-transaction.*docs\/operations\/backup\.md/,
    );
    await expect(stat(copy)).rejects.toThrow('ENOENT');
  });
