// Runs after each installation. Deletes 48 MB that no program reads: the object files that a compilation of better-sqlite3
// leaves behind, and the development builds and source maps of maplibre-gl. Then builds, unless the compiler is missing:
// `npm ci --omit=dev` installs the dependencies of a built service.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';

for (const folder of ['obj', 'obj.target'])
  rmSync(`node_modules/better-sqlite3/build/Release/${folder}`, { recursive: true, force: true });

const maps = 'node_modules/maplibre-gl/dist';
for (const file of existsSync(maps) ? readdirSync(maps) : [])
  if (file.endsWith('.map') || file.endsWith('-dev.js')) rmSync(`${maps}/${file}`);

if (existsSync('node_modules/typescript')) execFileSync('npm', ['run', 'build'], { stdio: 'inherit' });
