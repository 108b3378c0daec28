// Runs a command of tools/lint or tools/checks: `node tools/tool.mjs lint eslint FILE`. First installs that package if it is
// missing or older than its lock file. Without a command it only installs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [name, command, ...args] = process.argv.slice(2);
const folder = join(import.meta.dirname, name);
const installed = join(folder, 'node_modules/.installed');

function run(program, programArgs, options) {
  const { status, error } = spawnSync(program, programArgs, { stdio: 'inherit', ...options });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

const lock = createHash('sha256')
  .update(readFileSync(join(folder, 'package-lock.json')))
  .digest('hex');
if (!existsSync(installed) || readFileSync(installed, 'utf8') !== lock) {
  process.stderr.write(`Installing tools/${name}\n`);
  // stdout may be the input of another command
  run('npm', ['ci'], { cwd: folder, stdio: ['ignore', process.stderr, 'inherit'] });
  writeFileSync(installed, lock);
}
if (command) run(join(folder, 'node_modules/.bin', command), args);
