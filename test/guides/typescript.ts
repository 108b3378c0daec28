import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../kit/process/program.js';

const ROOT = join(__dirname, '../../..');

/** Type checks a program as strictly as there is; what comes out is `NAME.mjs`. */
export async function compileTypescript(folder: string, name: string, code: string): Promise<void> {
  writeFileSync(join(folder, `${name}.mts`), code);
  const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
  const options = ['--strict', '--target', 'es2023', '--module', 'nodenext', '--skipLibCheck', ...types];
  const compiler = join(ROOT, 'node_modules/typescript/lib/tsc.js');
  const compiled = await run([process.execPath, compiler, ...options, `${name}.mts`], { cwd: folder });
  expect(compiled).toEqual({ status: 0, stdout: '', stderr: '' });
}
