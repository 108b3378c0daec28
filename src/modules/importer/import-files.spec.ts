import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findImportFiles, ProgressBar } from './import-files.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cda-test-files-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function touch(...names: string[]): Promise<string[]> {
  const paths = names.map((name) => join(folder, name));
  for (const path of paths) {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, 'x');
  }
  return paths;
}

const kindsOf = async (paths: string[]): Promise<string[]> =>
  (await findImportFiles(paths)).map(({ kind }) => kind);

describe('findImportFiles', () => {
  it('finds the six kinds of files in a folder, in the order of loading', async () => {
    await touch(
      'locations.ndjson',
      'devices.ndjson',
      'notes.txt',
      'LOCATIONS.ndjson',
      'devices.rejects.ndjson',
    );
    expect(await kindsOf([folder])).toEqual(['devices', 'locations']);
  });

  it('follows a link to the folder', async () => {
    await touch('2026-04-12/devices.ndjson');
    await symlink('2026-04-12', join(folder, 'latest'));
    expect(await kindsOf([join(folder, 'latest')])).toEqual(['devices']);
  });

  it('refuses a folder at the path of a file', async () => {
    await touch('devices.ndjson');
    await mkdir(join(folder, 'screentime.ndjson'));
    await expect(findImportFiles([folder])).rejects.toThrow(
      /screentime\.ndjson is a folder; only regular files are imported$/,
    );
  });

  it('sorts files of several folders by kind, and keeps the given order within a kind', async () => {
    const paths = await touch(
      'b/locations.ndjson',
      'a/devices.ndjson',
      'a/locations.ndjson',
      'b/enterprises.ndjson',
    );
    const found = await findImportFiles([join(folder, 'b'), join(folder, 'a')]);
    expect(found.map(({ path }) => path)).toEqual([paths[3], paths[1], paths[0], paths[2]]);
  });

  it('returns a repeated file once', async () => {
    const [path = ''] = await touch('devices.ndjson');
    expect(await kindsOf([path, folder, join(folder, '.', 'devices.ndjson')])).toEqual(['devices']);
  });

  it('skips the rejects of an earlier import if they are named among others', async () => {
    const paths = await touch('devices.ndjson', 'devices.rejects.ndjson', 'locations.rejects-2.ndjson');
    expect(await kindsOf(paths)).toEqual(['devices']);
  });

  it.each([
    ['no argument', [], /^Name a folder or files/],
    ['a path that is not there', ['missing'], /^There is no .*missing$/],
    [
      'a file of another name',
      ['Devices.ndjson'],
      /^Unknown file .*Devices\.ndjson; expected one of: enterprises\.ndjson, devices\.ndjson, /,
    ],
    ['rejects alone', ['devices.rejects.ndjson'], /^To load rejected lines, correct them/],
    ['a folder without any', ['empty'], /empty contains none of: enterprises\.ndjson, /],
    ['one bad argument among good ones', ['devices.ndjson', 'missing'], /^There is no /],
  ])('refuses %s', async (_what, names, message) => {
    await touch('devices.ndjson', 'Devices.ndjson', 'devices.rejects.ndjson');
    await mkdir(join(folder, 'empty'));
    await expect(findImportFiles(names.map((name) => join(folder, name)))).rejects.toThrow(message);
  });
});

function shownOn(isTTY: boolean, use: (line: ProgressBar) => void): string {
  let shown = '';
  use(
    new ProgressBar('locations.ndjson', 2000, {
      isTTY,
      write: (text: string | Uint8Array) => {
        shown += String(text);
        return true;
      },
    }),
  );
  return shown;
}

describe('ProgressBar', () => {
  it('shows the progress of the file on a terminal', () => {
    const shown = shownOn(true, (line) => line.show(1000, 10));
    expect(shown).toMatch(/locations\.ndjson \[#{12}\.{12}\] 50 % {2}[\d,]+ rows\/s$/);
  });

  it('prints nothing without a terminal', () => {
    const shown = shownOn(false, (line) => {
      line.show(1000, 10);
      line.clear();
    });
    expect(shown).toBe('');
  });

  it('does not slow the import down with every batch', () => {
    const shown = shownOn(true, (line) => {
      for (let bytes = 0; bytes < 2000; bytes++) line.show(bytes, bytes);
    });
    expect(shown.split('\r').length).toBeLessThan(10);
  });
});
