import { open, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Rejection, Source } from './importer.service.js';

const OWNER_ONLY = 0o600;

/** The rejected lines of one file with the reasons: in the folder of that file, or in the current one. */
export class RejectsFile {
  /** Undefined while nothing is rejected. */
  path: string | undefined;
  private readonly places: readonly string[];
  private handle: FileHandle | undefined;

  /** `taken` are the rejects files of the same run: two of the same name may be written to the current folder. */
  constructor(
    inputPath: string,
    private readonly taken: Set<string>,
  ) {
    const name = basename(inputPath, '.ndjson');
    this.places = [dirname(inputPath), '.'].map((folder) => freeName(folder, name, taken));
  }

  /** Deletes the file of an earlier run. */
  async removeStale(): Promise<void> {
    const [beside = ''] = this.places;
    await rm(beside, { force: true }).catch(() => undefined); // a read-only folder matters only if something is rejected
  }

  async add(rejections: readonly Rejection[]): Promise<void> {
    this.handle ??= await this.open();
    const lines = rejections.map(({ source, reason }) =>
      JSON.stringify({ line: source.number, reason, record: textOf(source) }),
    );
    await this.handle.appendFile(`${lines.join('\n')}\n`);
  }

  async close(): Promise<void> {
    await this.handle?.close();
  }

  private async open(): Promise<FileHandle> {
    let failure: unknown;
    for (const path of this.places) {
      try {
        await rm(path, { force: true });
        const handle = await open(path, 'wx', OWNER_ONLY); // wx: not through a symbolic link
        this.path = path;
        this.taken.add(path);
        return handle;
      } catch (error) {
        failure = error;
      }
    }
    throw new Error('The rejected lines can be written neither beside the file nor in the current folder', {
      cause: failure,
    });
  }
}

function freeName(folder: string, name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const path = resolve(folder, `${name}.rejects${count > 1 ? `-${count}` : ''}.ndjson`);
    if (!taken.has(path)) return path;
  }
}

const textOf = (source: Source): string => ('record' in source ? JSON.stringify(source.record) : source.text);
