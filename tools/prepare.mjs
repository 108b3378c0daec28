// Runs after each installation. Deletes the object files that a compilation of better-sqlite3 leaves behind: 15 MB that no
// program reads. Then builds, unless the compiler is missing: `npm ci --omit=dev` installs the dependencies of a built service.
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';

for (const folder of ['obj', 'obj.target'])
  rmSync(`node_modules/better-sqlite3/build/Release/${folder}`, { recursive: true, force: true });

if (existsSync('node_modules/typescript')) execFileSync('npm', ['run', 'build'], { stdio: 'inherit' });
