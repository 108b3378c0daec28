import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { engine } from '../kit/database/engines.js';
import { runCli } from '../kit/process/program.js';
import { ADMIN_TOKEN, type Service } from '../kit/process/service.js';
import { Sandbox } from '../kit/process/sandbox.js';

jest.setTimeout(240_000);

const PEPPER = 'the-first-key-pepper-0123456789abcdef';
const OTHER = 'another-key-pepper-0123456789abcdefgh';
const THIRD = 'a-third-key-pepper-0123456789abcdefgh';
const SENTENCE =
  'KEY_PEPPER is not the pepper of this database. Set KEY_PEPPER to that pepper (an embedded database has it in the file key-pepper in its folder). To change the pepper, set KEY_PEPPER_PREVIOUS to it.\n';
const REFUSAL = `The service could not start: ${SENTENCE}`;

const sandbox = new Sandbox();

type Peppers = Readonly<{ KEY_PEPPER?: string; KEY_PEPPER_PREVIOUS?: string; WEB_CONCURRENCY?: string }>;

const start = (peppers: Peppers): Service =>
  sandbox.start({ DATABASE_URL: sandbox.database.url, ADMIN_TOKEN, DEMO_DATA: 'off', ...peppers });

const cli = (args: readonly string[], peppers: Peppers) =>
  runCli(args, { DATABASE_URL: sandbox.database.url, ...peppers });

async function expectRefused(peppers: Peppers): Promise<void> {
  const service = start(peppers);
  expect(await service.exit()).toBe(1);
  expect({ stderr: service.stderr, stdout: service.stdout }).toEqual({ stderr: REFUSAL, stdout: '' });
}

it('A start with a KEY_PEPPER that differs from the pepper of the database fails with one sentence', async () => {
  const first = start({ KEY_PEPPER: PEPPER });
  await first.ready();
  expect(await first.stop()).toBe(0);
  await expectRefused({ KEY_PEPPER: OTHER });
  await expectRefused({ KEY_PEPPER: OTHER, KEY_PEPPER_PREVIOUS: THIRD, WEB_CONCURRENCY: '2' });
  await start({ KEY_PEPPER: PEPPER }).ready();
});

it('A command with a KEY_PEPPER that differs from the pepper of the database fails with the same sentence, and does nothing', async () => {
  await cli(['migrate'], { KEY_PEPPER: PEPPER });
  const file = join(sandbox.folder, 'enterprises.ndjson');
  await writeFile(file, '{"id":"acme","name":"Acme","time_zone":"UTC"}\n');
  for (const command of [['migrate'], ['import', file], ['admin', 'list']]) {
    const { status, stdout, stderr } = await cli(command, { KEY_PEPPER: OTHER });
    expect([command, status, stdout]).toEqual([command, 1, '']);
    expect(stderr.slice(-SENTENCE.length)).toBe(SENTENCE);
    expect(stderr).not.toContain(OTHER);
  }
});

it('If several processes start at the same time with different peppers, one pepper takes effect', async () => {
  await cli(['migrate'], {});
  const services = [PEPPER, OTHER, THIRD].map((KEY_PEPPER) => start({ KEY_PEPPER }));
  const outcomes = await Promise.all(
    services.map((service) =>
      service.ready().then(
        () => 'runs',
        () => service.stderr,
      ),
    ),
  );
  expect(outcomes.sort()).toEqual([REFUSAL, REFUSAL, 'runs']);
});

it('A command can be the first to give the database a pepper, and runs without one if it needs none', async () => {
  expect((await cli(['audit', 'verify'], { KEY_PEPPER: PEPPER })).status).toBe(0);
  expect((await cli(['migrate'], { KEY_PEPPER: OTHER })).status).toBe(1);
  expect(await cli(['migrate'], {})).toMatchObject({ status: 0, stdout: 'The schema is current\n' });
});

if (engine === 'sqlite') {
  it('A command without the KEY_PEPPER of the database leaves no pepper behind', async () => {
    await cli(['admin', 'list'], { KEY_PEPPER: PEPPER });
    const refused = await cli(['admin', 'list'], {});
    expect(refused.stderr.slice(-SENTENCE.length)).toBe(SENTENCE);
    expect(await cli(['migrate'], {})).toMatchObject({ status: 0, stdout: 'The schema is current\n' });
  });

  it('An embedded installation changes its generated pepper', async () => {
    const env = { DEMO_DATA: 'on' };
    const first = sandbox.start(env);
    await first.ready();
    await first.stop();
    const file = join(sandbox.folder, 'data/key-pepper');
    const previous = (await readFile(file, 'utf8')).trim();
    await rename(file, `${file}-moved`);
    const withoutFile = sandbox.start(env);
    expect(await withoutFile.exit()).toBe(1);
    expect(withoutFile.stderr).toBe(REFUSAL);

    await rename(`${file}-moved`, file);
    const unchanged = sandbox.start({ ...env, KEY_PEPPER_PREVIOUS: previous });
    expect(await unchanged.exit()).toBe(1);
    expect(unchanged.stderr).toContain('KEY_PEPPER_PREVIOUS must differ from the pepper in key-pepper\n');

    await rm(file);
    const changed = sandbox.start({ ...env, KEY_PEPPER_PREVIOUS: previous });
    const url = await changed.ready();
    const key = (await readFile(join(sandbox.folder, 'data/demo-api-key'), 'utf8')).trim();
    const headers = { authorization: `Bearer ${key}`, 'x-enterprise-id': 'havelwerk-logistik' };
    expect((await fetch(`${url}/api/v1/device/`, { headers })).status).toBe(200);
    await changed.stop();

    const after = sandbox.start(env);
    expect((await fetch(`${await after.ready()}/api/v1/device/`, { headers })).status).toBe(200);
    expect(after.stdout).toContain('Demo API key     in data/demo-api-key\n');
  });
}
