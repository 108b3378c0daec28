// Finds what makes `npm ci` fail on other machines: optional packages that npm left out of the lock file because the
// registry at hand lacked them, and addresses of a registry.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const paths = Object.keys(packages);
const problems = [];

for (const [path, entry] of Object.entries(packages)) {
  if (entry.resolved?.includes('://')) problems.push(`${path}: has the address of a registry`);
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    const present = paths.some((other) => other.endsWith(`node_modules/${name}`));
    if (!present) problems.push(`${path || 'package.json'}: the entry of its optional ${name} is missing`);
  }
}

for (const problem of problems) console.error(`package-lock.json: ${problem}`);
process.exitCode = problems.length ? 1 : 0;
