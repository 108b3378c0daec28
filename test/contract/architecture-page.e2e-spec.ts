import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const foldersOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** The picture at the beginning of the page. */
const [, picture = ''] = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8').split('```');

it('shows every floor of the service, and none that is not there', () => {
  const shown = [...picture.matchAll(/^ {2}([a-z-]+)\/ {2,}/gm)].map(([, name = '']) => name);
  expect(shown.sort()).toEqual(foldersOf('src'));
});

it('shows every module, and none that is not there', () => {
  const [, from = ''] = picture.split('modules/');
  const [lines = ''] = from.split('overload/');
  const named = [...lines.matchAll(/^.*?(?:read|manage|people|operate) +(.*)$/gm)].flatMap(([, names = '']) =>
    names.split(/ +/),
  );
  expect(named.sort()).toEqual(foldersOf('src/modules'));
});

it('names only files that are there', () => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const named = [...page.matchAll(/`([a-z/-]+\/[a-z0-9.-]+\.ts)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(5);
  for (const path of named) expect(() => readFileSync(join(ROOT, 'src', path))).not.toThrow();
});
