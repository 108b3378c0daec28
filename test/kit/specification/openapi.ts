import { customerDocument, internalDocument } from '../../../src/openapi/openapi-document.js';
import type { TestApp } from '../app/test-app.js';

export type Json = Readonly<Record<string, unknown>>;

export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly example?: unknown;
  readonly format?: string;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Json[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
  readonly 'x-required-scope'?: string;
}

interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly required: boolean;
  readonly example?: unknown;
  readonly schema: Schema & { readonly enum?: readonly string[] };
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Json;
  readonly content?: Readonly<
    Record<
      string,
      { schema: Schema; example?: unknown; examples?: Readonly<Record<string, { $ref: string }>> }
    >
  >;
}

export interface Document {
  readonly openapi: string;
  readonly info: {
    readonly version: string;
    readonly description: string;
    readonly contact?: Json;
    readonly license?: Json;
  };
  readonly security?: unknown;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly examples: Readonly<Record<string, { value: Json }>>;
    readonly securitySchemes: Readonly<Record<string, Json>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly responses?: Readonly<Record<string, ResponseObject>>;
  };
}

export const operations = ({ paths }: Document): [string, Operation][] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
  );

/** Returns the parameters of an operation, including those in the components. */
export const parametersOf = (document: Document, { parameters = [] }: Operation): Parameter[] =>
  parameters.map((part) => ('$ref' in part ? (resolveReference(document, part) as Parameter) : part));

/** Returns the responses of an operation by status, including those in the components. */
export const responsesOf = (document: Document, { responses }: Operation): Record<string, ResponseObject> =>
  Object.fromEntries(
    Object.entries(responses).map(([status, part]) => [
      status,
      '$ref' in part ? (resolveReference(document, part) as ResponseObject) : part,
    ]),
  );

function resolveReference(document: Document, { $ref }: Reference): unknown {
  const [, , kind = '', name = ''] = $ref.split('/');
  return (document.components as unknown as Record<string, Json>)[kind]?.[name];
}

export const fieldsOf = ({ components }: Document): [string, Schema][] =>
  Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).map(([field, schema]): [string, Schema] => [`${name}.${field}`, schema]),
  );

export function documentsOf(app: TestApp): { customer: Document; internal: Document } {
  return {
    customer: customerDocument(app.nest, '/') as unknown as Document,
    internal: internalDocument(app.nest, '/') as unknown as Document,
  };
}
