import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Content = object[] | string | Buffer;

export const bytesOf = (content: Content): Buffer =>
  Array.isArray(content)
    ? Buffer.from(content.map((record) => `${JSON.stringify(record)}\n`).join(''))
    : Buffer.from(content);

export async function exportFolder(files: Record<string, Content>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cda-test-export-'));
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, `${name}.ndjson`), bytesOf(content));
  return folder;
}
