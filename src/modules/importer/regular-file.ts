import { constants, open, type FileHandle } from 'node:fs/promises';

/** Not through a link, and without waiting for the other end of a pipe. */
const HOW = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const NO_REGULAR_FILE = 'is no regular file, and only those are imported';

/** Why the system does not open a path in this way. */
const REFUSALS: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EACCES: 'cannot be read',
  ELOOP: 'is a link, and only regular files are imported: name the file that it leads to',
  ENXIO: NO_REGULAR_FILE, // a socket
};

/** A path that is not imported, whatever it holds. */
export class NoRegularFile extends Error {
  constructor(path: string, refusal: string, cause?: unknown) {
    super(`${path} ${refusal}`, { cause });
  }

  get isMissing(): boolean {
    return (this.cause as { code?: string } | undefined)?.code === 'ENOENT';
  }
}

/**
 * Opens a file to import. Others may be able to write where exports lie: a link would bring any file of the reader's into
 * the rejects, and a pipe or a device would never end. What was opened is judged, not the path, so that nothing can be
 * put in its place in between.
 */
export async function openRegularFile(path: string): Promise<FileHandle> {
  const handle = await open(path, HOW).catch((error: unknown) => {
    const { code = '' } = error as { code?: string };
    throw new NoRegularFile(path, REFUSALS[code] ?? `cannot be opened (${code})`, error);
  });
  const entry = await handle.stat();
  if (entry.isFile()) return handle;
  await handle.close();
  throw new NoRegularFile(
    path,
    entry.isDirectory() ? 'is a folder, and only regular files are imported' : NO_REGULAR_FILE,
  );
}
