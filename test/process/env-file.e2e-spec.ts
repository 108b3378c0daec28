import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { engine } from '../kit/database/engines.js';
import { eventually } from '../kit/process/patience.js';
import { runCli } from '../kit/process/program.js';
import { Workplace } from '../kit/process/workplace.js';

jest.setTimeout(240_000); // several starts of a whole process

const ADMIN_TOKEN = 'an-admin-token-of-the-file-0123456789';
const KEY_PEPPER = 'a-key-pepper-of-the-file-0123456789ab';

const place = new Workplace();

const fileOf = (lines: readonly string[]) => writeFile(join(place.folder, '.env'), `${lines.join('\n')}\n`);
const ours = () => [
  `DATABASE_URL=${place.database.url}`,
  `ADMIN_TOKEN=${ADMIN_TOKEN}`,
  `KEY_PEPPER=${KEY_PEPPER}`,
  'DEMO_DATA=off',
];

const cli = (...words: string[]) => runCli(words, {}, { cwd: place.folder });

/** As commands name it: with whatever leads there, and without the password. */
const shown = () => {
  if (engine === 'sqlite') return place.database.url;
  const { username, host, pathname } = new URL(place.database.url);
  return `mysql://${username}@${host}${pathname}`;
};

it('A file .env sets what the environment does not, and nothing but settings', async () => {
  await fileOf([
    ...ours(),
    'LOG_LEVEL=silent',
    'LOGLEVEL=debug',
    'NODE_OPTIONS=--no-such-option',
    'MYSQL_PASSWORD=x',
  ]);
  const service = place.start({ LOG_LEVEL: 'info', WEB_CONCURRENCY: '2' });
  const url = await service.ready();
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'x-enterprise-id': 'nowhere' };
  // the token opens the route, behind which there is no such enterprise; a busy machine may shed the request
  await eventually(async () => (await fetch(`${url}/internal/v1/settings`, { headers })).status === 404);
  expect(service.stderr).toBe('.env: ignored, because no setting has this name: LOGLEVEL, NODE_OPTIONS\n');
  await service.stop();

  const { status, stdout, stderr } = await cli('migrate');
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'The schema is current\n' });
  expect(stderr).toBe(`${service.stderr}Database: ${shown()}\n`);
});

it.each([
  ['its group', 0o620],
  ['everybody', 0o602],
])('A file .env that %s may write stops the start and every command', async (_who, mode) => {
  await fileOf(ours());
  await chmod(join(place.folder, '.env'), mode);
  const message =
    'The settings are not usable:\n  - .env should be writable by its owner alone: chmod go-w .env\n';
  const service = place.start();
  expect(await service.exit()).toBe(1);
  expect({ stdout: service.stdout, stderr: service.stderr }).toEqual({ stdout: '', stderr: message });
  for (const words of [['migrate'], ['admin', 'list']])
    expect(await cli(...words)).toEqual({ status: 1, stdout: '', stderr: message });
  expect((await cli('help')).status).toBe(0);
});

it('A .env that is no file stops the start', async () => {
  await mkdir(join(place.folder, '.env'));
  expect(await cli('migrate')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The settings are not usable:\n  - .env should be a file that can be read (EISDIR)\n',
  });
});

it('A wrong value in .env is named and not shown', async () => {
  await fileOf([...ours(), 'PORT=s3cret']);
  const service = place.start({ DATABASE_URL: place.database.url, RATE_LIMIT: 's3cret' });
  expect(await service.exit()).toBe(1);
  expect(service.stderr).toContain('RATE_LIMIT should be');
  expect(service.stderr).not.toContain('s3cret');
});
