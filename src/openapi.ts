import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from './app/bootstrap.js';
import { withEmbeddedSecrets } from './config/data-folder.js';
import { loadConfig } from './config/config.js';
import { customerDocument, internalDocument, sorted } from './openapi/openapi-document.js';
import { createLogger } from './observability/logger.js';

const FILE = 'openapi.json';

/**
 * Writes openapi.json. With `--check`, compares the committed file instead. With `--internal`, prints the document of the
 * internal routes, from which the portal's types are generated.
 */
async function main(): Promise<void> {
  if (process.argv.includes('--internal')) {
    process.stdout.write(await generate(internalDocument));
    return;
  }
  const text = await generate(customerDocument);
  if (!process.argv.includes('--check')) writeFileSync(FILE, text);
  else if (readFileSync(FILE, 'utf8') !== text) fail(`${FILE} is stale: run "npm run openapi" and commit it`);
}

async function generate(describe: typeof customerDocument): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  const config = withEmbeddedSecrets(loadConfig({ DATABASE_URL: `sqlite:${join(folder, 'empty.sqlite')}` }));
  const app = await createApp(config, createLogger('error'));
  await app.init();
  const document = describe(app, '/');
  await app.close();
  rmSync(folder, { recursive: true });
  return `${JSON.stringify(sorted(document), undefined, 2)}\n`;
}

function fail(reason: unknown): void {
  process.stderr.write(`${String(reason)}\n`);
  process.exitCode = 1;
}

main().catch(fail);
