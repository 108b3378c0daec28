import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../process/sandbox.js';

export type Content = readonly object[] | string | Buffer;

export const bytesOf = (content: Content): Buffer =>
  typeof content === 'string' || Buffer.isBuffer(content)
    ? Buffer.from(content)
    : Buffer.from(content.map((record) => `${JSON.stringify(record)}\n`).join(''));

/** Writes the files of an export into a new folder. */
export async function exportFolder(files: Readonly<Record<string, Content>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, `${name}.ndjson`), bytesOf(content));
  return folder;
}
