import type { INestApplication } from '@nestjs/common';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { CONFIG, type Config, VERSION } from '../config/config.js';
import {
  CUSTOMER_PROBLEMS,
  CUSTOMER_SECURITY,
  HEADERS,
  INTERNAL_PROBLEMS,
  INTERNAL_SECURITY,
  OF_ANY_REQUEST,
  ProblemDto,
  SECURITY_SCHEMES,
} from './components.js';
import { INTERNAL_TEXT, TAGS, customerText } from './document-text.js';

const isInternal = (path: string): boolean => /^\/(internal|portal)\//.test(path);

export function customerDocument(app: INestApplication, serverUrl: string): OpenAPIObject {
  const root = serverUrl.replace(/\/$/, '');
  const info = {
    title: 'Customer Device API',
    description: customerText(app.get<Config>(CONFIG), root),
    contact: {
      name: 'The administrator of your portal, who issues the keys',
      ...(URL.canParse(serverUrl) && { url: `${root}/portal` }), // OpenAPI requires an absolute URL
    },
  };
  const components = { securitySchemes: CUSTOMER_SECURITY, examples: CUSTOMER_PROBLEMS };
  const document = generate(app, serverUrl, info, components, (path) => !isInternal(path));
  document.security = [{ [SECURITY_SCHEMES.key]: [], [SECURITY_SCHEMES.enterprise]: [] }];
  listCodes(document.components as Components);
  const operations = operationsOf(document.paths);
  for (const kind of ['parameters', 'responses'] as const)
    Object.assign(document.components as Components, { [kind]: shareRepeated(kind, operations) });
  return document;
}

export function internalDocument(app: INestApplication, serverUrl: string): OpenAPIObject {
  const info = { title: 'Customer Device API: internal routes', description: INTERNAL_TEXT };
  const components = { securitySchemes: INTERNAL_SECURITY, examples: INTERNAL_PROBLEMS };
  return generate(app, serverUrl, info, components, isInternal);
}

function generate(
  app: INestApplication,
  serverUrl: string,
  info: Pick<OpenAPIObject['info'], 'title' | 'description' | 'contact'>,
  components: OpenAPIObject['components'],
  belongs: (path: string) => boolean,
): OpenAPIObject {
  const license = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' };
  const config = {
    openapi: '3.1.0',
    info: { ...info, version: VERSION, license },
    servers: [{ url: serverUrl }],
  };
  const document = SwaggerModule.createDocument(app, config, {
    extraModels: [ProblemDto],
    autoTagControllers: false, // a controller can have routes of several tags
    // Nest adds an index to the method of an alternate path
    operationIdFactory: (_controller, method) => method.replace(/\[\d+\]$/, ''),
  });
  const paths = Object.entries(document.paths).filter(([path]) => belongs(path));
  document.paths = withoutAlternates(paths);
  liftExamples(document.paths);
  document.components = { ...document.components, headers: HEADERS, ...components };
  document.tags = usedTags(document.paths);
  return toOpenApi31(withUsedComponents(document));
}

type Json = Record<string, unknown>;
type Components = Record<string, Record<string, unknown> | undefined>;
type Paths = OpenAPIObject['paths'];
type Item = Paths[string];
export type Operation = NonNullable<Item['get']>;

const operationsOf = (paths: Paths): readonly Operation[] =>
  Object.values(paths).flatMap((item) =>
    [item.get, item.post, item.patch, item.delete].filter((operation) => operation !== undefined),
  );

/** Keeps the first path of each operation, whose description names the others. So clients get each operation once. */
function withoutAlternates(paths: readonly [string, Item][]): Paths {
  const kept: Paths = {};
  const originals = new Map<string | undefined, Operation>();
  for (const [path, item] of paths) {
    const original = item.get && originals.get(item.get.operationId);
    if (original) {
      const alternate = path === '/device' ? '/device/' : path; // as the specification writes it
      original.description = `${original.description ?? ''} Deprecated path with the same response: \`${alternate}\`.`;
    } else {
      kept[path] = item;
      if (item.get) originals.set(item.get.operationId, item.get);
    }
  }
  return kept;
}

function liftExamples(paths: Paths): void {
  for (const { parameters = [] } of operationsOf(paths)) {
    for (const parameter of parameters as { schema?: { example?: unknown } }[]) {
      const { example, ...schema } = parameter.schema ?? {};
      if (example !== undefined) Object.assign(parameter, { example, schema });
    }
  }
}

/** Lists the codes that customers can get. The set is open, because new versions can add codes. */
function listCodes({ schemas, examples = {} }: Components): void {
  const { properties } = schemas?.Problem as { properties: Json };
  const { type, ...code } = properties.code as Json;
  const known = [...Object.keys(examples), ...OF_ANY_REQUEST];
  properties.code = { ...code, anyOf: [{ type, enum: known }, { type }] };
}

/** Replaces parameters or responses that repeat by references, and returns the components that these refer to. */
function shareRepeated(kind: 'parameters' | 'responses', operations: readonly Operation[]): Json {
  const places = operations.flatMap(({ operationId = '', [kind]: parts = {} }) => {
    const holder = parts as unknown as Record<string, object>;
    return Object.entries(holder).map(([key, part]) => ({
      operationId,
      holder,
      key,
      part,
      text: JSON.stringify(part),
    }));
  });
  const names = new Map<string, string>();
  const components: Json = {};
  for (const { operationId, holder, key, part, text } of places) {
    if (places.filter((other) => other.text === text).length === 1) continue;
    const plain = 'name' in part ? String(part.name) : key; // the key of a response is its status
    const name = names.get(text) ?? (plain in components ? `${plain}-${operationId}` : plain);
    names.set(text, name);
    components[name] = part;
    holder[key] = { $ref: `#/components/${kind}/${name}` };
  }
  return components;
}

/** Orders tags as in `TAGS`. */
function usedTags(paths: Paths): { name: string; description: string }[] {
  const used = new Set(operationsOf(paths).flatMap(({ tags }) => tags ?? []));
  const tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }));
  return tags.filter(({ name }) => used.has(name));
}

/** Removes unused components, because the generator collects the models of both documents. */
function withUsedComponents(document: OpenAPIObject): OpenAPIObject {
  const components = (document.components ?? {}) as Components;
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    const references = JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g);
    for (const [, kind = '', name = ''] of references) {
      if (used.has(`${kind}/${name}`)) continue;
      used.add(`${kind}/${name}`);
      visit(components[kind]?.[name] ?? {});
    }
  };
  visit(document.paths);
  const kept = ['schemas', 'headers', 'examples'].map((kind): [string, object] => {
    const entries = Object.entries(components[kind] ?? {});
    return [kind, Object.fromEntries(entries.filter(([name]) => used.has(`${kind}/${name}`)))];
  });
  return { ...document, components: { ...components, ...Object.fromEntries(kept) } };
}

/**
 * Converts `nullable` of OpenAPI 3.0, which the generator writes, to the type `null` of 3.1. Removes the suffix `Dto`, because
 * generated clients use the schema names.
 */
function toOpenApi31(document: OpenAPIObject): OpenAPIObject {
  const text = JSON.stringify(document).replaceAll('Dto"', '"');
  return JSON.parse(text, (_name, part: unknown) => {
    if (typeof part !== 'object' || part === null || !('nullable' in part)) return part;
    const { nullable, ...schema } = part;
    return nullable === true ? orNull(schema) : schema;
  }) as OpenAPIObject;
}

function orNull({ type, allOf, ...rest }: Json): Json {
  if (Array.isArray(allOf)) return { ...rest, anyOf: [...(allOf as Json[]), { type: 'null' }] };
  return { ...rest, type: [type, 'null'] };
}

/** Sorts members by name, so that the diff of the committed document is small. */
export function sorted(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(sorted);
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, value]) => [name, sorted(value)]));
}
