import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { aDataUsage, aDevice, DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { engine } from '../kit/database/engines.js';
import { checksModules } from '../kit/process/checks-package.js';
import { run, type Outcome } from '../kit/process/program.js';
import { removeFolder, temporaryFolder } from '../kit/process/sandbox.js';
import { blocksOf, compileTypescript, keyOf } from './guides.js';

jest.setTimeout(240_000);

const FEED = '/api/v1/device/datausage/changes';
const [download = '', ...blocks] = blocksOf('generate-a-client').map(({ code }) => code);
const [, withTypes = '', fetchProgram = '', , config = '', withSdk = '', sdkProgram = ''] = blocks;

it('has a test for each block in its language', () => {
  const languages = blocksOf('generate-a-client').map(({ language }) => language);
  expect(languages).toEqual(['sh', 'sh', 'sh', 'ts', 'sh', 'js', 'sh', 'ts']);
});

/** One engine is enough: the clients do not depend on the database. */
(engine === 'mysql' ? describe.skip : describe)('A client of', () => {
  const app = appWith(aFleet({ devices: [aDevice(), aDevice({ id: 'tablet-2', status: 'LOST' })] }));
  const client = customerOf(app);
  let folder: string;
  let settings: NodeJS.ProcessEnv;

  const shell = (code: string): Promise<Outcome> =>
    run(['sh', '-c', code], { cwd: folder, env: { ...settings, HOME: folder } });
  const program = (name: string, env: NodeJS.ProcessEnv = {}): Promise<Outcome> =>
    run([process.execPath, `${name}.mjs`], { cwd: folder, env: { ...settings, ...env } });

  async function generate(code: string): Promise<void> {
    for (const step of [download, code]) expect(await shell(step)).toMatchObject({ status: 0 });
  }

  beforeEach(async () => {
    folder = await temporaryFolder();
    settings = { API_URL: app.url, API_KEY: keyOf(client), ENTERPRISE_ID };
    symlinkSync(checksModules(), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'openapi-ts.config.mjs'), config);
  });
  afterEach(() => removeFolder(folder));

  it.each([
    ['openapi-typescript', withTypes, fetchProgram],
    ['Hey API', withSdk, sdkProgram],
  ])('%s compiles under strict, reads devices, and follows a feed with a deletion', async (_, code, text) => {
    await app.load({ datausage: [aDataUsage({ id: 1 }), aDataUsage({ id: 2 })] });
    await generate(code);
    await compileTypescript(folder, 'program', text);
    const { status, stdout, stderr } = await program('program');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [, shown, token] = /^(.*)continue with (\S+)$/s.exec(stdout.trim())!;
    expect(shown!.split('\n').slice(0, -1)).toEqual([
      ...['tablet-1 is ACTIVE', 'tablet-2 is LOST', 'tablet-1 has 87 percent'],
      '[{"id":"tablet-1","model":"SM-G556B"},{"id":"tablet-2","model":"SM-G556B"}]',
      ...['2 lines', 'store 1', 'store 2'],
    ]);
    await app.load({
      datausage: [{ enterprise_id: ENTERPRISE_ID, device_id: DEVICE_ID, id: 2, deleted: true }],
    });
    const next = await program('program', { SINCE: token });
    expect(next.stdout).toMatch(/^delete 2\ncontinue with \S+$/m);
    expect(next.stdout).not.toContain('store');
    const refused = await program('program', { API_KEY: 'wrong' });
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('invalid_key') as string });
  });

  it('Hey API has zod schemas that accept whole responses, and changes with a deletion or some fields', async () => {
    await app.load({ datausage: [aDataUsage({ id: 3 }), aDataUsage({ id: 4 })] });
    const { sync_token: token } = await client.object(FEED);
    await app.load({
      datausage: [aDataUsage({ id: 3 }), { ...aDataUsage({ id: 4 }), deleted: true }],
    });
    const responses = {
      zListDevicesResponse: '/api/v1/device',
      zGetDeviceResponse: `/api/v1/device/id/${DEVICE_ID}`,
      zListDataUsageResponse: `/api/v1/device/datausage/id/${DEVICE_ID}`,
      zListDataUsageChangesResponse: `${FEED}?since=${String(token)}`,
    };
    const pages = await Promise.all(
      [...Object.entries(responses), ['zListDataUsageChangesResponse', `${FEED}?fields=mobile`]].map(
        async ([schema = '', path = '']) => [schema, await client.json(path)],
      ),
    );
    expect(JSON.stringify(pages)).toContain('"deleted":true');
    await generate(withSdk);
    const names = [...new Set(pages.map(([schema]) => schema))].join(', ');
    const code = `import { ${names} } from './client/zod.gen.js';
import { readFileSync } from 'node:fs';
const schemas: Record<string, { parse(value: unknown): unknown }> = { ${names} };
for (const [name, value] of JSON.parse(readFileSync('pages.json', 'utf8'))) {
  const parsed = JSON.stringify(schemas[name]!.parse(value), (_, part) => typeof part === 'bigint' ? Number(part) : part);
  if (parsed.length !== JSON.stringify(value).length) throw new Error(name + ' drops members');
}
`;
    writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages));
    await compileTypescript(folder, 'validate', code);
    expect(await program('validate')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(readFileSync(join(folder, 'client/types.gen.ts'), 'utf8')).toContain('deleted: boolean');
  });
});
