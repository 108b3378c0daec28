import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { CUSTOMER_SECURITY, HEADERS, INTERNAL_SECURITY, PROBLEM_EXAMPLES } from './components.js';
import { ProblemDto } from './problem.dto.js';
import { inOpenApi31 } from './openapi-31.js';

type PathItemObject = OpenAPIObject['paths'][string];
type OperationObject = NonNullable<PathItemObject['get']>;

const VERSION = '1.0.0';

const CUSTOMER_TEXT = `Read-only access to the managed devices of one enterprise.

Every request carries two headers: \`Authorization: Bearer <API_KEY>\` and \`x-enterprise-id: <ENTERPRISE_ID>\`. A key is issued for an
application and a set of scopes; each operation names the one it needs.

- A list answers with the whole result, streamed. It is complete or it is an error: a failure on the way breaks the connection.
- Timestamps are ISO 8601 with milliseconds and the offset of the enterprise's time zone.
- A string without a value is \`""\`; any other field without a value is \`null\`.
- Integers are exact up to 2^53-1. Sets of known values are open: accept others.
- Errors are problem documents (RFC 9457). Unknown and repeated query parameters are errors.`;

/** The document of the customer API: what partners read and generate clients from. */
export function customerDocument(app: INestApplication, serverUrl: string): OpenAPIObject {
  const document = create(app, 'Customer Device API', CUSTOMER_TEXT, serverUrl);
  return finish(document, CUSTOMER_SECURITY, (path) => !isInternal(path));
}

/** The document of the routes that administrators' programs use. */
export function internalDocument(app: INestApplication, serverUrl: string): OpenAPIObject {
  const text = 'How the keys of an enterprise are managed. Not for customers.';
  return finish(
    create(app, 'Customer Device API: internal routes', text, serverUrl),
    INTERNAL_SECURITY,
    isInternal,
  );
}

/** The routes of the portal are as internal as those that it uses. */
const isInternal = (path: string): boolean => /^\/(internal|portal)\//.test(path);

function create(app: INestApplication, title: string, description: string, serverUrl: string): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(title)
    .setDescription(description)
    .setVersion(VERSION)
    .addServer(serverUrl)
    .build();
  return SwaggerModule.createDocument(app, config, { extraModels: [ProblemDto] });
}

function finish(
  document: OpenAPIObject,
  securitySchemes: typeof CUSTOMER_SECURITY,
  belongs: (path: string) => boolean,
): OpenAPIObject {
  document.paths = Object.fromEntries(
    Object.entries(document.paths)
      .filter(([path]) => belongs(path))
      .map(([path, item]) => [asSpecified(path), item]),
  );
  markAliases(document.paths);
  document.components = {
    ...document.components,
    securitySchemes,
    headers: HEADERS,
    examples: PROBLEM_EXAMPLES,
  };
  document.tags = usedTags(document.paths);
  return inOpenApi31(withPublicNames(withoutUnused(document)));
}

/** The specification writes the paths of the list with a slash at the end. Every path answers both ways. */
function asSpecified(path: string): string {
  return path.endsWith('/device') ? `${path}/` : path;
}

/** The forms of one operation share its handler: the first is the canonical one, the others point to it. */
function markAliases(paths: Record<string, PathItemObject>): void {
  const canonical = new Map<string, string>();
  for (const [path, { get }] of Object.entries(paths)) {
    const name = get?.operationId;
    if (!get || !name) continue;
    const original = canonical.get(name);
    if (original === undefined) {
      canonical.set(name, path);
      continue;
    }
    const aliases = Object.values(paths).filter((item) =>
      item.get?.operationId?.startsWith(`${name}Alias`),
    ).length;
    get.operationId = `${name}Alias${aliases + 1}`;
    get.summary = `${get.summary ?? ''} (alias)`;
    get.description = `Alias of \`GET ${original}\`: the same answer, byte for byte.`;
    (get as OperationObject & { 'x-alias-of'?: string })['x-alias-of'] = original;
  }
}

function usedTags(paths: Record<string, PathItemObject>): { name: string }[] {
  const names = Object.values(paths).flatMap((item) =>
    [item.get, item.post, item.patch, item.delete].flatMap((operation) => operation?.tags ?? []),
  );
  return [...new Set(names)].map((name) => ({ name }));
}

/** The generator collects the models of all routes, those of the other document too. */
function withoutUnused(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (!name || used.has(name)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit(document.paths);
  const codes = new Set(
    [...JSON.stringify(document.paths).matchAll(/"#\/components\/examples\/(\w+)"/g)].map(([, code]) => code),
  );
  document.components = {
    ...document.components,
    schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
    examples: Object.fromEntries(
      Object.entries(document.components?.examples ?? {}).filter(([code]) => codes.has(code)),
    ),
  };
  return document;
}

/** `Dto` means something in the code only; partners read `Device`, and so do the clients that they generate. */
function withPublicNames(document: OpenAPIObject): OpenAPIObject {
  const text = JSON.stringify(document).replace(/("#\/components\/schemas\/\w+?)Dto"/g, '$1"');
  const renamed = JSON.parse(text) as OpenAPIObject;
  const schemas = Object.entries(renamed.components?.schemas ?? {});
  renamed.components = {
    ...renamed.components,
    schemas: Object.fromEntries(schemas.map(([name, schema]) => [name.replace(/Dto$/, ''), schema])),
  };
  return renamed;
}
