import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { RECORD_KINDS, type RecordKind } from './record-kinds.js';
import { NoRegularFile, openRegularFile } from './regular-file.js';

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
    return [await usableFile(path, kind)];
  }
  const files = await Promise.all(
    RECORD_KINDS.map((kind) =>
      usableFile(join(path, `${kind}.ndjson`), kind).catch((error: unknown) => {
        if (error instanceof NoRegularFile && error.isMissing) return [];
        throw error;
      }),
    ),
  );
  if (files.flat().length === 0) throw new NothingToImport(`${path} holds none of ${FILE_NAMES}`);
  return files.flat();
}

/** Opened to see that it can be; there may be too many to keep them all open until their turn. */
async function usableFile(path: string, kind: RecordKind): Promise<ImportFile> {
  const handle = await openRegularFile(path);
  try {
    return { path, kind, bytes: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
}
