import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFullFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { aDataUsage, aScreenTime, ENTERPRISE_ID } from '../kit/app/builders.js';
import { LANGUAGES } from '../kit/clients/client-drivers.js';
import { installClients, PYTHON_CLIENT } from '../kit/clients/install-clients.js';
import { engine } from '../kit/database/engines.js';
import { checksModules } from '../kit/process/checks-package.js';
import { run, type Outcome } from '../kit/process/program.js';
import { temporaryFolder } from '../kit/process/sandbox.js';
import { compileTypescript, keyOf } from '../guides/guides.js';

jest.setTimeout(180_000);

const ROOT = join(__dirname, '../../..');
const CLIENT = join(ROOT, 'clients/typescript');
const NPM = ['npm', '--silent', '--offline'];
const FIRST_CALL = 'tablet-1 ACTIVE\n7 bytes over mobile networks\n2 minutes of screen time\n';

function blocksOf(language: string, folder: string): string[] {
  const text = readFileSync(join(ROOT, 'clients', folder, 'README.md'), 'utf8');
  return Array.from(text.matchAll(/^```(\w+)\n(.*?)^```$/gms)).flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  );
}

/** One engine is enough: the clients do not depend on the database. */
(engine === 'mysql' ? describe.skip : describe)('In an empty project', () => {
  const app = appWith(
    aFullFleet({
      datausage: [aDataUsage({ mobile: 7, start: '2026-03-10T00:00:00+01:00' })],
      screentime: [aScreenTime({ screentime: 150_000, start: '2026-03-10T00:00:00+01:00' })],
    }),
  );
  const client = customerOf(app);
  let folder: string;
  beforeEach(async () => void (folder = await temporaryFolder()));

  const execute = (command: readonly string[]): Promise<Outcome> => {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, API_URL: app.url, API_KEY: keyOf(client), ENTERPRISE_ID };
    return run(command, { cwd: folder, env });
  };

  async function expectReadme(runBlock: (code: string) => Promise<Outcome>, blocks: readonly string[]) {
    const [first, copy, error] = blocks;
    expect(blocks).toHaveLength(3);
    expect(await runBlock(first!)).toEqual({ status: 0, stdout: FIRST_CALL, stderr: '' });
    expect(await runBlock(copy!)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(readdirSync(folder)).toContain('copy.sqlite');
    const { status, stderr } = await runBlock(error!);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringMatching(/^404 device_not_found .+ [\w-]{36}\n$/) as string,
    });
  }

  it('npm pack makes a package whose README works, with types under strict', async () => {
    const packed = await run([...NPM, 'pack', '--pack-destination', folder], {
      cwd: CLIENT,
      env: { HOME: process.env.HOME },
    });
    expect(packed).toMatchObject({ status: 0 });
    const file = packed.stdout.trim().split('\n').at(-1)!;
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    expect(await execute([...NPM, 'install', `./${file}`])).toMatchObject({ status: 0 });
    const installed = join(folder, 'node_modules/customer-device-api-client');
    expect(readdirSync(installed).sort()).toEqual(['README.md', 'dist', 'package.json']);
    expect(readdirSync(join(folder, 'node_modules'))).toEqual([
      '.package-lock.json',
      'customer-device-api-client',
    ]);
    for (const name of ['@types', 'better-sqlite3'])
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    await expectReadme(
      async (code) => {
        await compileTypescript(folder, 'program', code);
        return execute([process.execPath, 'program.mjs']);
      },
      blocksOf('ts', 'typescript'),
    );
  });

  it('the types refuse unknown kinds, fields, and missing days', async () => {
    await installClients(folder);
    await compileTypescript(
      folder,
      'types',
      `import { Client, type Item } from 'customer-device-api-client';
const client = new Client({ url: 'http://127.0.0.1:1', apiKey: 'key', enterpriseId: 'acme' });
const days = { startdate: '2026-03-01', enddate: '2026-03-31' };
export const usage = (): Promise<Item<'datausage'>[]> => client.list('datausage', days);
export const some = async (): Promise<number | null> => (await client.list('datausage', { ...days, fields: ['wifi'] }))[0]!.wifi;
// @ts-expect-error: an unknown kind
void (() => client.list('people'));
// @ts-expect-error: an unknown field
void (() => client.list('devices', { fields: ['unknown'] }));
// @ts-expect-error: the days are missing
void (() => client.list('datausage'));
// @ts-expect-error: a field that was not requested
void (async () => (await client.list('devices', { fields: ['id'] }))[0]!.model);
`,
    );
  });

  it('the types come from the OpenAPI document', async () => {
    checksModules();
    const check = [process.execPath, 'tools/checks/client-types.mjs', '--check'];
    expect(await run(check, { cwd: ROOT })).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  (LANGUAGES.includes('Python') ? it : it.skip)('the README of the Python client works', async () => {
    symlinkSync(PYTHON_CLIENT, join(folder, 'customer_device_api.py'));
    await expectReadme((code) => execute(['python3', '-B', '-c', code]), blocksOf('python', 'python'));
  });
});
