/** The types of Swagger UI that the page uses. Swagger UI has its own React. */

export interface ReactOfPage {
  createElement(type: unknown, props: object | null, ...children: unknown[]): unknown;
}

/** A set of named security schemes. */
export interface Schemes {
  merge(other: Schemes): Schemes;
  filter(keep: (scheme: { get(name: string): unknown }) => boolean): Schemes;
}

export interface SystemOfPage {
  readonly React: ReactOfPage;
}

export interface Plugin {
  readonly components?: Readonly<Record<string, unknown>>;
  readonly wrapComponents?: Readonly<Record<string, (original: unknown, system: SystemOfPage) => unknown>>;
  readonly statePlugins?: object;
}

/** Absent members belong to a reference. */
export interface Parameter {
  readonly name: string;
  readonly in?: 'path' | 'query' | 'header';
  readonly required?: boolean;
  example?: unknown;
}

export interface Document {
  servers: { url: string }[];
  info: { description: string; license?: { identifier?: string } };
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
  components?: { parameters?: Record<string, Parameter> };
}

declare global {
  function SwaggerUIBundle(options: object): unknown;
}
