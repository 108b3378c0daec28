import { open, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { textOf, type Rejected } from './checked-batches.js';

const OWNER_ONLY = 0o600;

/** The lines of one input file that were not loaded, with the reasons: beside that file, or in the current folder. */
export class RejectsFile {
  /** Where the lines are; undefined while there are none. */
  path: string | undefined;
  private readonly places: readonly string[];
  private handle: FileHandle | undefined;

  /** `taken` are the rejects files of the same run: files of one name from two folders may meet in the current one. */
  constructor(
    inputPath: string,
    private readonly taken: Set<string>,
  ) {
    const name = basename(inputPath, '.ndjson');
    this.places = [dirname(inputPath), '.'].map((folder) => freeName(folder, name, taken));
  }

  /** Removes what an earlier run has left. */
  async removeStale(): Promise<void> {
    const [beside = ''] = this.places;
    await rm(beside, { force: true }).catch(() => undefined); // a folder that cannot be written: no matter yet
  }

  async add(rejected: readonly Rejected[]): Promise<void> {
    this.handle ??= await this.open();
    const lines = rejected.map(({ incoming, reason }) =>
      JSON.stringify({ line: incoming.number, reason, record: textOf(incoming) }),
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
