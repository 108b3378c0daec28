// Generates the portal's types of the service's responses from the internal document on stdin. With --check it fails if the
// committed file differs.
import { text } from 'node:stream/consumers';
import openapiTS, { astToString } from 'openapi-typescript';
import { writeOrCheck } from './generated-file.mjs';

const FILE = 'portal/src/api/schemas.ts';

const { openapi, info, components, paths } = JSON.parse(await text(process.stdin));
// Only the schemas: with every path, header and problem the file would be ten times as long
const document = { openapi, info, paths: {}, components: { schemas: components.schemas } };
const options = { alphabetize: true, rootTypes: true, rootTypesNoSchemaPrefix: true };
const types = astToString(await openapiTS(document, options));
// Without descriptions and examples, which are in the document
const withoutComments = types.replace(/^ *\/\*\*.*?\*\/\n/gms, '');
const scopes = `export const SCOPES: readonly Scope[] = ${JSON.stringify(components.schemas.Scope.enum)};\n`;
const made = `// Made by "npm run openapi"; do not change it here.\n\n${withoutComments}${scopes}${callsOf(paths)}`;

/** Returns the types of the parameters, body and response of each call. */
function callsOf(paths) {
  const calls = inOrder(paths).flatMap(([path, operations]) =>
    inOrder(operations).map(([method, operation]) => {
      const call = `${method.toUpperCase()} ${path}`;
      return `    '${call}': { request: ${requestOf(operation)}; response: ${responseOf(operation)} };\n`;
    }),
  );
  return `/** The request and the response of each call of the service. */\nexport interface Calls {\n${calls.join('')}}\n`;
}

function inOrder(members) {
  return Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1));
}

function requestOf({ parameters = [], requestBody }) {
  const id = parameters.filter((parameter) => parameter.in === 'path');
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const members = [
    ...id.map(memberOf),
    ...(query.length > 0 ? [queryOf(query)] : []),
    ...(requestBody ? [`body: ${typeOf(jsonOf(requestBody))}`] : []),
  ];
  return members.length > 0 ? `{ ${members.join('; ')} }` : 'Record<string, never>';
}

function queryOf(parameters) {
  const isNeeded = parameters.some(({ required }) => required);
  return `query${isNeeded ? '' : '?'}: { ${parameters.map(memberOf).join('; ')} }`;
}

function memberOf({ name, required, schema: { type } }) {
  return `${name}${required ? '' : '?'}: ${type === 'integer' ? 'number' : 'string'}`;
}

function responseOf({ responses }) {
  const [, response] = Object.entries(responses).find(([status]) => status.startsWith('2'));
  return typeOf(jsonOf(response));
}

function jsonOf({ content }) {
  return content?.['application/json'].schema;
}

/** Bodies are schemas with a name, or lists of one. */
function typeOf(schema) {
  if (!schema) return 'undefined';
  if (schema.oneOf) return schema.oneOf.map(typeOf).join(' | ');
  if (schema.type === 'array') return `${typeOf(schema.items)}[]`;
  return schema.$ref.replace('#/components/schemas/', '');
}

writeOrCheck(FILE, made);
