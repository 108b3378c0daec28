import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

type Json = Record<string, unknown>;

/** Names the document to the checks, which share what they have compiled of it. */
const ID = 'document';
const DOCUMENT = join(__dirname, '../../../../openapi.json');

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Follows `{"$ref": "#/..."}` inside the document. */
function resolve(document: Json, value: unknown): unknown {
  if (!isObject(value) || typeof value.$ref !== 'string') return value;
  const steps = value.$ref.split('/').slice(1);
  const target = steps.reduce<unknown>((at, step) => {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    return isObject(at) ? at[name] : undefined;
  }, document);
  return resolve(document, target);
}

/** The member of `value`, reference or not, that lies under one of the names; the first that exists counts. */
function member(document: Json, value: unknown, ...names: string[]): unknown {
  const object = resolve(document, value);
  const name = isObject(object) ? names.find((candidate) => candidate in object) : undefined;
  return name === undefined ? undefined : (object as Json)[name];
}

/** Keywords whose value is data, in which nothing may be taken for a schema. */
const DATA = new Set(['enum', 'const', 'default', 'example', 'examples', 'discriminator']);
/** Keywords whose value maps names of the author's choice to schemas. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/**
 * Makes schemas strict: an object may have the listed properties and no others, unless the schema itself says what
 * else it may have. Also turns OpenAPI 3.0's `nullable` into JSON Schema.
 */
function strict(document: Json, schema: unknown, isPart = false): unknown {
  if (Array.isArray(schema)) return schema.map((item) => strict(document, item, isPart));
  if (!isObject(schema)) return schema;

  const { nullable, ...rest } = schema;
  if (nullable === true) return { anyOf: [strict(document, rest, isPart), { type: 'null' }] };

  // The parts of an allOf each know only their own properties: they stay open, and the whole is closed
  const parts = Array.isArray(rest.allOf) ? rest.allOf : undefined;
  const result: Json = {};
  for (const [keyword, value] of Object.entries(rest)) {
    if (DATA.has(keyword)) result[keyword] = value;
    else if (keyword === '$ref' && typeof value === 'string') result.$ref = ID + value;
    else if (keyword === 'allOf')
      result.allOf = parts?.map((part) => strict(document, resolve(document, part), true));
    else if (MAPS.has(keyword) && isObject(value)) result[keyword] = strictMap(document, value);
    else result[keyword] = strict(document, value);
  }
  const closable = 'properties' in rest || parts !== undefined;
  if (closable && !isPart && !('additionalProperties' in rest)) result.unevaluatedProperties ??= false;
  return result;
}

function strictMap(document: Json, schemas: Json): Json {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, strict(document, schema)]),
  );
}

/** The schema of an object, or of an array of such, none of whose members must be there. */
function withoutRequired(document: Json, schema: unknown): Json {
  const { items, ...whole } = resolve(document, schema) as Json;
  if (items !== undefined) return { ...whole, items: withoutRequired(document, items) };
  return { ...whole, required: [] };
}

function described(errors: ErrorObject[] | null | undefined): string {
  return (errors ?? [])
    .slice(0, 10)
    .map(({ instancePath, message, params }) => {
      const surplus = params.unevaluatedProperty as string | undefined;
      return `body${instancePath} ${surplus ? `must NOT have "${surplus}"` : message}`;
    })
    .join(', ');
}

/** Checks answers against the OpenAPI document (3.0 or 3.1), and allows nothing that the document does not name. */
export class SchemaCheck {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction | undefined>();

  constructor(private readonly document: Json) {
    addFormats(this.ajv);
    const schemas = member(document, document.components, 'schemas');
    const components = { schemas: isObject(schemas) ? strictMap(document, schemas) : {} };
    this.ajv.addSchema({ $id: ID, components });
  }

  /**
   * Throws unless the document describes this answer. `pathTemplate` is as in the document: `/api/v1/device/{id}`;
   * `body` is parsed JSON, the text of another format, or undefined where the answer has none. Of an answer that has only the fields
   * that a caller named, none must be there.
   */
  assertMatches(
    method: string,
    pathTemplate: string,
    status: number,
    contentType: string,
    body: unknown,
    { hasSomeFields = false } = {},
  ): void {
    const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const name = `${method.toUpperCase()} ${pathTemplate} ${status} ${mediaType}${hasSomeFields ? ' with some fields' : ''}`;
    if (!this.validators.has(name)) {
      this.validators.set(name, this.compile(name, method, pathTemplate, status, mediaType, hasSomeFields));
    }
    const validate = this.validators.get(name);
    if (!validate) {
      if (body !== undefined && body !== '')
        throw new Error(`${name}: the document gives this answer no body`);
    } else if (!validate(body)) {
      throw new Error(`${name} differs from the document: ${described(validate.errors)}`);
    }
  }

  /** The check of one kind of answer; undefined where the document says that it has no body. */
  private compile(
    name: string,
    method: string,
    path: string,
    status: number,
    mediaType: string,
    hasSomeFields: boolean,
  ) {
    const find = (value: unknown, ...names: string[]) => member(this.document, value, ...names);
    const operation = find(find(this.document.paths, path), method.toLowerCase());
    const range = `${Math.floor(status / 100)}XX`;
    const response = find(find(operation, 'responses'), String(status), range, 'default');
    if (response === undefined) throw new Error(`${name} is not in the document`);

    const content = find(response, 'content');
    if (content === undefined) return undefined;
    const schema = find(find(content, mediaType, mediaType.replace(/\/.*/, '/*'), '*/*'), 'schema');
    if (!isObject(schema)) throw new Error(`${name}: the document has no schema for this media type`);
    const asked = hasSomeFields ? withoutRequired(this.document, schema) : schema;
    return this.ajv.compile(strict(this.document, asked) as Json);
  }
}

let ofTheRepository: SchemaCheck | undefined;

/** Throws unless `openapi.json` describes this answer. */
export function assertMatchesDocument(...answer: Parameters<SchemaCheck['assertMatches']>): void {
  ofTheRepository ??= new SchemaCheck(JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Json);
  ofTheRepository.assertMatches(...answer);
}
