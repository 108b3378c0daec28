import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Searches /usr/sbin too, because Debian keeps servers there and not every PATH contains it. */
export function findBinary(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
