/** The types of Swagger UI that the page uses. Swagger UI has its own React. */

/** A set of named security schemes. */
export interface Schemes {
  merge(other: Schemes): Schemes;
  filter(keep: (scheme: { get(name: string): unknown }) => boolean): Schemes;
}

interface SwaggerUiSystem {
  readonly React: { createElement(type: unknown, props: object | null, ...children: unknown[]): unknown };
}

export interface SwaggerUiPlugin {
  readonly wrapComponents?: Readonly<Record<string, (original: unknown, system: SwaggerUiSystem) => unknown>>;
  readonly statePlugins?: object;
}

/** Absent members belong to a reference. */
interface Parameter {
  readonly name: string;
  readonly in?: 'path' | 'query' | 'header';
  readonly required?: boolean;
  example?: unknown;
}

export interface OpenApiDocument {
  servers: { url: string }[];
  info: { description: string; license?: { identifier?: string } };
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
  components?: { parameters?: Record<string, Parameter> };
}

declare global {
  function SwaggerUIBundle(options: object): unknown;
}
