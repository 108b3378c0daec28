// Finds the causes of a failing `npm ci` on other machines: optional packages that npm omitted from a lock file because
// the registry did not have them, and addresses of a registry.
import { readFileSync } from 'node:fs';

for (const file of ['package-lock.json', 'tools/checks/package-lock.json', 'tools/lint/package-lock.json']) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  const problems = problemsOf(packages);
  for (const problem of problems) console.error(`${file}: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

function problemsOf(packages) {
  const paths = Object.keys(packages);
  const problems = [];
  for (const [path, entry] of Object.entries(packages)) {
    if (entry.resolved?.includes('://')) problems.push(`${path}: has the address of a registry`);
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      const isPresent = paths.some((other) => other.endsWith(`node_modules/${name}`));
      if (!isPresent)
        problems.push(`${path || 'package.json'}: the entry of its optional ${name} is missing`);
    }
  }
  return problems;
}
