import { constants, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { databaseProblem } from '../../database/rows/driver-errors.js';
import type { ImportAudit } from './import-audit.js';
import type { ImporterService, ImportOptions, ImportResult } from './importer.service.js';
import { readLines } from './line-reader.js';
import { RECORD_KINDS, type RecordKind } from './record-kinds.js';

interface ImportFile {
  readonly path: string;
  readonly kind: RecordKind;
}

const FILE_NAMES = RECORD_KINDS.map((kind) => `${kind}.ndjson`).join(', ');

/** Rejects of an earlier import, which a wildcard of a shell matches too. */
const REJECTS = new RegExp(`^(?:${RECORD_KINDS.join('|')})\\.rejects(?:-\\d+)?\\.ndjson$`);

/** Returns each file once, in load order. Throws if any of them is unusable. */
export async function findImportFiles(paths: readonly string[]): Promise<ImportFile[]> {
  if (paths.length === 0) throw new Error(`Name a folder or files to import: ${FILE_NAMES}`);
  const found = (await Promise.all(paths.map(filesOf))).flat();
  if (found.length === 0)
    throw new Error(
      'To load rejected lines, correct them in the file that they came from and import it again',
    );
  // closes each file again, because there may be too many to keep open
  for (const { path } of found) await (await openRegularFile(path)).close();
  const once = new Map(found.map((file) => [resolve(file.path), file]));
  return [...once.values()].sort((a, b) => RECORD_KINDS.indexOf(a.kind) - RECORD_KINDS.indexOf(b.kind));
}

async function filesOf(path: string): Promise<ImportFile[]> {
  const entry = await stat(path).catch(() => undefined);
  if (!entry) throw new Error(`There is no ${path}`);
  if (entry.isDirectory()) {
    const names = await readdir(path);
    const kinds = RECORD_KINDS.filter((kind) => names.includes(`${kind}.ndjson`));
    if (kinds.length === 0) throw new Error(`${path} contains none of: ${FILE_NAMES}`);
    return kinds.map((kind) => ({ path: join(path, `${kind}.ndjson`), kind }));
  }
  if (REJECTS.test(basename(path))) return [];
  const kind = RECORD_KINDS.find((name) => basename(path) === `${name}.ndjson`);
  if (!kind) throw new Error(`Unknown file ${path}; expected one of: ${FILE_NAMES}`);
  return [{ path, kind }];
}

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
const NOT_REGULAR = 'is not a regular file; only regular files are imported';
const OPEN_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'cannot be read: permission denied',
  ELOOP: 'is a link; only regular files are imported: name the target of the link',
  ENXIO: NOT_REGULAR, // a socket
};

/**
 * Rejects links, pipes and devices, because others may be able to write to the folder. A link could copy any file
 * that the operator can read into the rejects. The check is on the open file, so that nothing can be swapped in after
 * it.
 */
export async function openRegularFile(path: string): Promise<FileHandle> {
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Error(`${path} ${OPEN_ERRORS[code] ?? `cannot be opened (${code})`}`, { cause: error });
  });
  const entry = await handle.stat();
  if (entry.isFile()) return handle;
  await handle.close();
  throw new Error(
    `${path} ${entry.isDirectory() ? 'is a folder; only regular files are imported' : NOT_REGULAR}`,
  );
}

export async function importFiles(
  importer: ImporterService,
  files: readonly ImportFile[],
  signal: AbortSignal,
  audit: ImportAudit | undefined,
): Promise<boolean> {
  const taken = new Set<string>();
  let isComplete = true;
  for (const file of files) {
    if (signal.aborted) break;
    const started = performance.now();
    const { result, rejectsPath } = await importFile(importer, file, taken, { signal, audit });
    console.log(summary(file, result, (performance.now() - started) / 1000));
    if (rejectsPath) console.log(`  rejected lines and reasons: ${rejectsPath}`);
    isComplete &&= result.rejected === 0;
  }
  return isComplete;
}

/** `taken` contains the rejects files of this run, because the current folder may receive two of the same name. */
async function importFile(
  importer: ImporterService,
  { path, kind }: ImportFile,
  taken: Set<string>,
  options: ImportOptions,
): Promise<{ result: ImportResult; rejectsPath: string | undefined }> {
  const handle = await openRegularFile(path);
  const progress = new ProgressBar(basename(path), (await handle.stat()).size, process.stderr);
  const stream = handle.createReadStream({ highWaterMark: 256 * 1024 });
  const nextToInput = rejectsPathIn(dirname(path), path, taken);
  let rejects = undefined as RejectsFile | undefined;
  try {
    // a read-only folder matters only if a line is rejected
    await rm(nextToInput, { force: true }).catch(() => undefined);
    const result = await importer.importLines(kind, readLines(stream), {
      onRejected: async (rejections) => {
        const file = (rejects ??= await createRejectsFile([nextToInput, rejectsPathIn('.', path, taken)]));
        taken.add(file.path);
        const lines = rejections.map(({ line: { number, text }, reason }) =>
          JSON.stringify({ line: number, reason, record: text }),
        );
        await file.handle.appendFile(`${lines.join('\n')}\n`).catch((cause: unknown) => {
          throw new Error(`${file.path} cannot be written: ${(cause as Error).message}`, { cause });
        });
      },
      onProgress: (soFar) => progress.show(stream.bytesRead, recordsOf(soFar)),
      ...options,
    });
    return { result, rejectsPath: rejects?.path };
  } catch (error) {
    const advice = 'the loaded records stay; run the command again to load the rest';
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(`${path}: ${databaseProblem(code) ?? message} (${advice})`, { cause: error });
  } finally {
    progress.clear();
    stream.destroy();
    await rejects?.handle.close();
  }
}

const recordsOf = ({ loaded, rejected, tooOld }: ImportResult): number => loaded + rejected + tooOld;

function summary({ path }: ImportFile, result: ImportResult, seconds: number): string {
  const { loaded, rejected, tooOld } = result;
  const rate = Math.round(recordsOf(result) / seconds).toLocaleString('en');
  const counts = [
    `${loaded.toLocaleString('en')} loaded`,
    `${rejected.toLocaleString('en')} rejected`,
    ...(tooOld > 0 ? [`${tooOld.toLocaleString('en')} older than the retention period`] : []),
  ];
  return `${path}: ${counts.join(', ')}, ${seconds.toFixed(1)} s, ${rate} rows/s`;
}

interface RejectsFile {
  readonly path: string;
  readonly handle: FileHandle;
}

function rejectsPathIn(folder: string, inputPath: string, taken: ReadonlySet<string>): string {
  const start = resolve(folder, `${basename(inputPath, '.ndjson')}.rejects`);
  let path = `${start}.ndjson`;
  for (let count = 2; taken.has(path); count++) path = `${start}-${count}.ndjson`;
  return path;
}

async function createRejectsFile(paths: readonly string[]): Promise<RejectsFile> {
  let cause: unknown;
  for (const path of paths) {
    try {
      await rm(path, { force: true });
      return { path, handle: await open(path, 'wx', 0o600) }; // wx does not follow a symbolic link
    } catch (error) {
      cause = error;
    }
  }
  throw new Error(
    'The rejects file can be written neither to the folder of the import file nor to the current folder',
    { cause },
  );
}

const WIDTH = 24;
const INTERVAL_MS = 100;

/** Prints nothing without a terminal. */
export class ProgressBar {
  private readonly started = performance.now();
  private shownAt = -Infinity;

  constructor(
    private readonly name: string,
    private readonly totalBytes: number,
    private readonly terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  ) {}

  show(bytes: number, records: number): void {
    const now = performance.now();
    if (!this.terminal.isTTY || now - this.shownAt < INTERVAL_MS) return;
    this.shownAt = now;
    const share = this.totalBytes > 0 ? Math.min(bytes / this.totalBytes, 1) : 0;
    const bar = '#'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '.');
    const rate = Math.round(records / ((now - this.started) / 1000)).toLocaleString('en');
    this.terminal.write(`\r\x1b[2K${this.name} [${bar}] ${Math.floor(share * 100)} %  ${rate} rows/s`);
  }

  clear(): void {
    if (this.shownAt > 0) this.terminal.write('\r\x1b[2K');
  }
}
