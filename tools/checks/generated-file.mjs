import { readFileSync, writeFileSync } from 'node:fs';

/** Writes a generated file. With --check it fails if the committed file differs. */
export function writeOrCheck(file, text) {
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is stale: run "npm run openapi" and commit it`);
    process.exitCode = 1;
  }
}
