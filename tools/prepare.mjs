// Runs after each installation. Deletes 48 MB that no program reads: the object files that a compilation of better-sqlite3
// leaves behind, and the development builds and source maps of maplibre-gl. Then builds, unless the compiler is missing:
// `npm ci --omit=dev` installs the dependencies of a built service.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';

for (const folder of ['obj', 'obj.target'])
  rmSync(`node_modules/better-sqlite3/build/Release/${folder}`, { recursive: true, force: true });

const maplibre = 'node_modules/maplibre-gl/dist';
for (const file of existsSync(maplibre) ? readdirSync(maplibre) : [])
  if (file.endsWith('.map') || file.endsWith('-dev.js')) rmSync(`${maplibre}/${file}`);

if (existsSync('node_modules/typescript')) execFileSync('npm', ['run', 'build'], { stdio: 'inherit' });
