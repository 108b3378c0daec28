import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openRegularFile } from '../../src/modules/importer/files/regular-file.js';
import { Enterprise } from '../../src/modules/enterprises/enterprise.entity.js';
import { ImportDatabase } from './import-database.js';
import { aDevice, anEnterprise } from './records.js';

/** What somebody may lay among the files of an export, by the reason why it is not imported. */
const LAID: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  'is a link': async (path) => symlink(await aForeignFile(), path),
  'is a link, wherever it leads': (path) => symlink('/dev/zero', path),
  'is a link, even to nothing': (path) => symlink('/nowhere/at-all', path),
  'is no regular file but a pipe': (path) => promisify(execFile)('mkfifo', [path]),
  'is no regular file but a socket': (path) => once(socket.listen(path), 'listening'),
  'is a folder': (path) => mkdir(path),
};

/** A folder that is named is one of exports, and nothing has no name. */
const NOT_NAMED = /folder|nothing/;
const SECRET = 'root:$6$of-somebody-else';

const stored = ImportDatabase.forEachTest();
let folder: string;
let socket: ReturnType<typeof createServer>;

const aForeignFile = async (): Promise<string> => {
  const path = join(folder, 'foreign');
  await writeFile(path, SECRET);
  return path;
};

beforeEach(async () => {
  folder = await stored.folder({ enterprises: [anEnterprise()] });
  socket = createServer();
});

afterEach(() => {
  socket.close();
});

it.each(Object.keys(LAID))('what %s is not imported, named or found in a folder', async (what) => {
  const path = join(folder, 'devices.ndjson');
  await LAID[what]!(path);
  const named = NOT_NAMED.test(what) ? [] : [stored.cli(['import', path])];
  const outcomes = await Promise.all([stored.cli(['import', folder]), ...named]);
  for (const { status, stdout, stderr } of outcomes) {
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`${path} ${what.split(/,| but/)[0]!}`);
    expect(stderr).toMatch(/only regular files are imported|only those are imported/);
  }
  expect(await stored.count(Enterprise)).toBe(0);
});

it('a device without an end is not read', async () => {
  await expect(openRegularFile('/dev/zero')).rejects.toThrow('/dev/zero is no regular file');
});

it('a link in the place of the rejects leaves alone what it leads to', async () => {
  const foreign = await aForeignFile();
  const rejects = join(folder, 'devices.rejects.ndjson');
  await symlink(foreign, rejects);
  await writeFile(join(folder, 'devices.ndjson'), JSON.stringify(aDevice({ enterprise_id: 'nobody' })));
  const { status } = await stored.cli(['import', folder]);
  expect(status).toBe(2);
  expect(await readFile(foreign, 'utf8')).toBe(SECRET);
  expect((await lstat(rejects)).isFile()).toBe(true);
  expect(await readFile(rejects, 'utf8')).toContain('no such enterprise');
});
