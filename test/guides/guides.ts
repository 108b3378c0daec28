import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiClient } from '../kit/http/api-client.js';
import { run } from '../kit/process/program.js';

const ROOT = join(__dirname, '../../..');
const FOLDER = join(ROOT, 'docs/guides');

/** The names of all guides. */
export const GUIDES = readdirSync(FOLDER).map((name) => name.replace(/\.md$/, ''));

export interface Block {
  readonly language: string;
  readonly code: string;
}

/** The code blocks of a guide, in their order. */
export function blocksOf(guide: string): readonly Block[] {
  const text = readFileSync(join(FOLDER, `${guide}.md`), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
}

/** The key of a customer, as programs are given it. */
export const keyOf = ({ headers }: ApiClient): string => String(headers.authorization).replace('Bearer ', '');

/** Type checks a program as strictly as there is; what comes out is `NAME.mjs`. */
export async function compileTypescript(folder: string, name: string, code: string): Promise<void> {
  writeFileSync(join(folder, `${name}.mts`), code);
  const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
  const options = ['--strict', '--target', 'es2023', '--module', 'nodenext', '--skipLibCheck', ...types];
  const compiler = join(ROOT, 'node_modules/typescript/lib/tsc.js');
  const compiled = await run([process.execPath, compiler, ...options, `${name}.mts`], { cwd: folder });
  expect(compiled).toEqual({ status: 0, stdout: '', stderr: '' });
}
