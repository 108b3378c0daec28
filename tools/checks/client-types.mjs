// Generates the types of the TypeScript client from openapi.json. With --check it fails if the committed file differs.
import { readFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import { withoutErrors, writeOrCheck } from './generated-file.mjs';

const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
const types = await openapiTS(withoutErrors(document), { alphabetize: true });
const comment = '// Made by "npm run openapi"; do not change it here.';
writeOrCheck('clients/typescript/src/schemas.ts', `${comment}\n\n${astToString(types)}`);
