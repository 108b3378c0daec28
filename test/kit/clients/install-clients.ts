import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../process/program.js';
import { temporaryFolder } from '../process/sandbox.js';

const ROOT = join(__dirname, '../../../..');
const TYPESCRIPT = join(ROOT, 'clients/typescript');
export const PYTHON_CLIENT = join(ROOT, 'clients/python/customer_device_api.py');

let built: Promise<string> | undefined;

/** Compiles the client. `npm run types` checks its types. */
async function build(): Promise<string> {
  const folder = await temporaryFolder();
  const compiler = join(ROOT, 'node_modules/typescript/lib/tsc.js');
  const options = ['--project', TYPESCRIPT, '--outDir', join(folder, 'dist'), '--noCheck'];
  const compiled = await run([process.execPath, compiler, ...options]);
  expect(compiled).toEqual({ status: 0, stdout: '', stderr: '' });
  copyFileSync(join(TYPESCRIPT, 'package.json'), join(folder, 'package.json'));
  return folder;
}

/** Makes both clients available to the programs in a folder. */
export async function installClients(folder: string): Promise<void> {
  copyFileSync(PYTHON_CLIENT, join(folder, 'customer_device_api.py'));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  symlinkSync(await (built ??= build()), join(modules, 'customer-device-api-client'));
  for (const name of ['@types', 'better-sqlite3'])
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
}
