import { access, constants, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { RECORD_KINDS, type RecordKind } from './record-kinds.js';

export interface ImportFile {
  readonly path: string;
  readonly kind: RecordKind;
  readonly bytes: number;
}

/** The arguments of the command name nothing that could be imported. */
export class NothingToImport extends Error {}

/** What an earlier import made. A shell that is asked for every file names it too. */
const REJECTS = new RegExp(`^(?:${RECORD_KINDS.join('|')})\\.rejects(?:-\\d+)?\\.ndjson$`);

const FILE_NAMES = RECORD_KINDS.map((kind) => `${kind}.ndjson`).join(', ');

/** The files that folders and file names stand for, in the order of loading. Throws when any of them is not usable. */
export async function findImportFiles(paths: readonly string[]): Promise<ImportFile[]> {
  if (paths.length === 0) throw new NothingToImport(`Name a folder or files to import: ${FILE_NAMES}`);
  const found = await Promise.all(paths.map(filesOf));
  if (found.flat().length === 0)
    throw new NothingToImport('Rejected lines are loaded by mending them in the file that they came from');
  const once = new Map(found.flat().map((file) => [resolve(file.path), file]));
  return [...once.values()].sort((a, b) => RECORD_KINDS.indexOf(a.kind) - RECORD_KINDS.indexOf(b.kind));
}

async function filesOf(path: string): Promise<ImportFile[]> {
  const entry = await stat(path).catch(() => undefined);
  if (!entry) throw new NothingToImport(`There is no ${path}`);
  if (!entry.isDirectory()) {
    if (REJECTS.test(basename(path))) return [];
    const kind = RECORD_KINDS.find((name) => basename(path) === `${name}.ndjson`);
    if (!kind) throw new NothingToImport(`${path} is none of ${FILE_NAMES}`);
    return [await readable(path, kind, entry.size)];
  }
  const files = await Promise.all(
    RECORD_KINDS.map(async (kind) => {
      const file = join(path, `${kind}.ndjson`);
      const inside = await stat(file).catch(() => undefined);
      return inside && !inside.isDirectory() ? [await readable(file, kind, inside.size)] : [];
    }),
  );
  if (files.flat().length === 0) throw new NothingToImport(`${path} holds none of ${FILE_NAMES}`);
  return files.flat();
}

async function readable(path: string, kind: RecordKind, bytes: number): Promise<ImportFile> {
  await access(path, constants.R_OK).catch(() => {
    throw new NothingToImport(`${path} cannot be read`);
  });
  return { path, kind, bytes };
}
