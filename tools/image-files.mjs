// Deletes the files that the service does not read at run time: node tools/image-files.mjs FOLDER...
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Source maps, typings and Markdown. */
const UNREAD = /\.map$|\.d\.[cm]?ts$|\.md$/i;
/** The image must contain the licenses of its packages. Some are Markdown. */
const LICENSE = /^(licen[cs]e|copying|notice)/i;

export const isLicense = (name) => LICENSE.test(name);
export const isInImage = (name) => isLicense(name) || !UNREAD.test(name);

/** Returns the paths of all files below a folder. */
export const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => ({ name, path: join(parentPath, name) }));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const unread = process.argv.slice(2).flatMap(filesIn);
  for (const { name, path } of unread) if (!isInImage(name)) rmSync(path);
}
