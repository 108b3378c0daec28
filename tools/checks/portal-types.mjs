// Generates the portal's types from the internal document on stdin. With --check it fails if the committed file differs.
import { text } from 'node:stream/consumers';
import openapiTS, { astToString } from 'openapi-typescript';
import { withoutErrors, writeOrCheck } from './generated-file.mjs';

const document = JSON.parse(await text(process.stdin));
const options = { alphabetize: true, rootTypes: true, rootTypesNoSchemaPrefix: true };
const types = astToString(await openapiTS(withoutErrors(document), options));
// Without descriptions and examples, which are in the document
const withoutComments = types.replace(/^ *\/\*\*.*?\*\/\n/gms, '');
const comment = '// Made by "npm run openapi"; do not change it here.';
writeOrCheck('portal/openapi.d.ts', `${comment}\n\n${withoutComments}`);
