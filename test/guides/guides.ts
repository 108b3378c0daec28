import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiClient } from '../kit/http/api-client.js';
import { run } from '../kit/process/program.js';

const ROOT = join(__dirname, '../../..');
const FOLDER = join(ROOT, 'docs/guides');

export const GUIDES = readdirSync(FOLDER).map((name) => name.replace(/\.md$/, ''));

export function blocksOf(guide: string): { language: string; code: string }[] {
  const text = readFileSync(join(FOLDER, `${guide}.md`), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  return blocks.map(([, language = '', code = '']) => ({ language, code }));
}

export const keyOf = ({ headers }: ApiClient): string => String(headers.authorization).replace('Bearer ', '');

export async function compileTypescript(folder: string, name: string, code: string): Promise<void> {
  writeFileSync(join(folder, `${name}.mts`), code);
  const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
  const options = ['--strict', '--target', 'es2023', '--module', 'nodenext', '--skipLibCheck', ...types];
  const compiler = join(ROOT, 'node_modules/typescript/lib/tsc.js');
  const compiled = await run([process.execPath, compiler, ...options, `${name}.mts`], { cwd: folder });
  expect(compiled).toEqual({ status: 0, stdout: '', stderr: '' });
}
