// Writes what the portal knows of the service's answers from the internal document on stdin; with --check says whether
// the file that is checked in is what the document makes.
import { readFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import openapiTS, { astToString } from 'openapi-typescript';

const FILE = 'portal/src/api/schemas.ts';

const { openapi, info, components } = JSON.parse(await text(process.stdin));
// The schemas alone: with every path, header and problem the file would be ten times as long, and nobody reads them
const document = { openapi, info, paths: {}, components: { schemas: components.schemas } };
const options = { alphabetize: true, enumValues: true, rootTypes: true, rootTypesNoSchemaPrefix: true };
const types = await openapiTS(document, options);
const made = `// Made by "npm run openapi"; do not change it here.\n\n${astToString(types)}`;

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, made);
} else if (readFileSync(FILE, 'utf8') !== made) {
  console.error(`${FILE} is stale: run "npm run openapi" and commit it`);
  process.exitCode = 1;
}
