import { open, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Rejection } from './importer.service.js';

const OWNER_ONLY = 0o600;

/** Contains the rejected lines of one file and the reasons, in the folder of that file or in the current folder. */
export class RejectsFile {
  path: string | undefined;
  private readonly paths: readonly string[];
  private handle: FileHandle | undefined;

  /** `taken` contains the rejects files of the same run. Two of the same name may be written to the current folder. */
  constructor(
    inputPath: string,
    private readonly taken: Set<string>,
  ) {
    const name = basename(inputPath, '.ndjson');
    this.paths = [dirname(inputPath), '.'].map((folder) => freeName(folder, name, taken));
  }

  async removeStale(): Promise<void> {
    const [nextToInput = ''] = this.paths;
    await rm(nextToInput, { force: true }).catch(() => undefined); // a read-only folder matters only if a line is rejected
  }

  async add(rejections: readonly Rejection[]): Promise<void> {
    this.handle ??= await this.open();
    const lines = rejections.map(({ source, reason }) => {
      const record = 'record' in source ? JSON.stringify(source.record) : source.text;
      return `${JSON.stringify({ line: source.number, reason, record })}\n`;
    });
    await this.handle.appendFile(lines.join(''));
  }

  async close(): Promise<void> {
    await this.handle?.close();
  }

  private async open(): Promise<FileHandle> {
    let cause: unknown;
    for (const path of this.paths) {
      try {
        await rm(path, { force: true });
        const handle = await open(path, 'wx', OWNER_ONLY); // wx does not follow a symbolic link
        this.path = path;
        this.taken.add(path);
        return handle;
      } catch (error) {
        cause = error;
      }
    }
    throw new Error(
      'The rejects file can be written neither to the folder of the import file nor to the current folder',
      { cause },
    );
  }
}

function freeName(folder: string, name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const path = resolve(folder, `${name}.rejects${count > 1 ? `-${count}` : ''}.ndjson`);
    if (!taken.has(path)) return path;
  }
}
