import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from './app/app.setup.js';
import { withEmbeddedSecrets } from './config/embedded-secrets.js';
import { loadConfig } from './config/load-config.js';
import { customerDocument } from './document/openapi-document.js';
import { sorted } from './document/sorted.js';
import { createLogger } from './logging/logger.js';

const FILE = 'openapi.json';

/** Writes openapi.json from the code; with --check says whether the one that is checked in is what the code makes. */
async function main(): Promise<number> {
  const text = await generate();
  if (!process.argv.includes('--check')) {
    writeFileSync(FILE, text);
    return 0;
  }
  if (readFileSync(FILE, 'utf8') === text) return 0;
  process.stderr.write(`${FILE} is stale: run "npm run openapi" and commit it\n`);
  return 1;
}

async function generate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  const config = withEmbeddedSecrets(loadConfig({ DATABASE_URL: `sqlite:${join(folder, 'empty.sqlite')}` }));
  const app = await createApp(config, createLogger('error'));
  await app.init();
  const document = customerDocument(app, '/');
  await app.close();
  rmSync(folder, { recursive: true });
  return `${JSON.stringify(sorted(document), undefined, 2)}\n`;
}

main().then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
  },
);
