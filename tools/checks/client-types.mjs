// Generates the types of the TypeScript client from openapi.json. With --check it fails if the committed file differs.
import { readFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import { writeOrCheck } from './generated-file.mjs';

const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
const types = await openapiTS(withoutErrors(document), { alphabetize: true });
const comment = '// Made by "npm run openapi"; do not change it here.';
writeOrCheck('clients/typescript/src/schemas.ts', `${comment}\n\n${astToString(types)}`);

/** Keeps the parameters and the body of each operation. Errors and headers would triple the file. */
function withoutErrors({ openapi, info, paths, components: { schemas, parameters } }) {
  const pruned = Object.entries(paths).map(([path, { get }]) => [path, { get: operationOf(get) }]);
  return { openapi, info, paths: Object.fromEntries(pruned), components: { schemas, parameters } };
}

function operationOf({ operationId, description, parameters, responses }) {
  const { description: of, content } = responses[200];
  return { operationId, description, parameters, responses: { 200: { description: of, content } } };
}
