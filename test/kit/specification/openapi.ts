import { customerDocument, internalDocument } from '../../../src/openapi/openapi-document.js';
import type { TestApp } from '../app/create-test-app.js';

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
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, Answer>>;
  readonly deprecated?: boolean;
  readonly 'x-alias-of'?: string;
  readonly 'x-required-scope'?: string;
}

interface Answer {
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
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly examples: Readonly<Record<string, { summary: string; value: Json }>>;
    readonly securitySchemes: Readonly<Record<string, Json>>;
  };
}

export const operations = ({ paths }: Document): [string, Operation][] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
  );

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
