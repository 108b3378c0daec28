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

/** Keeps the parameters, the body and the result of each operation. Errors and headers would triple the types. */
export function withoutErrors({ openapi, info, paths, components: { schemas, parameters } }) {
  const pruned = mapValues(paths, (operations) => mapValues(operations, operationOf));
  return { openapi, info, paths: pruned, components: { schemas, parameters } };
}

function operationOf({ operationId, description, parameters, requestBody, responses }) {
  const results = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const withoutHeaders = mapValues(Object.fromEntries(results), ({ description: of, content }) => ({
    description: of,
    content,
  }));
  return { operationId, description, parameters, requestBody, responses: withoutHeaders };
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
