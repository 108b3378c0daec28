import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../../../../tools/checks');

export function checksModules(): string {
  const modules = join(FOLDER, 'node_modules');
  if (existsSync(modules)) return modules;
  throw new Error(
    'This test needs the packages of tools/checks: run `npm run checks:install` to install them.',
  );
}

/** Loads one of these packages. Callers declare its types, so that the compiler does not need it. */
export function fromChecks(name: string): unknown {
  checksModules();
  return createRequire(join(FOLDER, 'package.json'))(name) as unknown;
}
