import type { Problem } from '../../../portal/openapi.js';
import { decoded } from './encodings.js';
import { HttpClient, send, type HttpResponse, type HttpRequest } from './http.js';
import { openapi, SchemaCheck } from './schema-check.js';
import { ALTERNATES, documentedPath } from '../specification/specification.js';

export type { Problem };

const document = new SchemaCheck(openapi);

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\/$/, '').replace(/\{\w+\}|:id/g, '[^/]+')}/?$`);

/** The paths of the document and the alternate paths, those without parameters first. */
const PATHS = [
  ...Object.keys(openapi.paths).map((path) => ({ path, template: path })),
  ...ALTERNATES.map((form) => ({ path: form.path, template: documentedPath(form) })),
]
  .map(({ path, template }) => ({ template, pattern: pattern(path), parameters: path.split(/[{:]/).length }))
  .sort((a, b) => a.parameters - b.parameters);

const ANY_OPERATION = '/api/v1/device';
const ERROR_TYPE = 'application/problem+json';

/** Throws unless the document describes the response completely. */
function assertDocumented({ method = 'GET', path }: HttpRequest, received: HttpResponse): void {
  if (method === 'HEAD') return;
  const { status, headers, body } = received;
  const [bare = '', query = ''] = path.split('?', 2);
  const template = PATHS.find(({ pattern }) => pattern.test(bare))?.template;
  const type = headers['content-type'] ?? '';
  if (method === 'GET' && template !== undefined && ![405, 404].includes(status)) {
    const text = headers['content-encoding'] === undefined ? body : decoded(received).toString();
    const content: unknown = /^application\/(problem\+)?json/.test(type) ? JSON.parse(text) : text;
    document.assertMatches('get', template, status, type, content, {
      hasSomeFields: status === 200 && /fields(?:\[\]|%5B%5D)?=/i.test(query),
    });
  } else if (type.startsWith(ERROR_TYPE)) {
    document.assertMatches('get', ANY_OPERATION, 400, ERROR_TYPE, JSON.parse(body));
  }
}

/** Matches the list, the bulk endpoints, and the feeds. */
const FLEET =
  /^(?:\/api\/v1\/device|\/device|\/api\/v1\/device\/changes|\/api\/v1\/device(?:-location|\/datausage|\/screentime|\/app)\/(?:bulk|changes))\/?(?:\?|$)/;

/** Only these routes and the documents have an ETag. */
function assertCommonHeaders({ path }: HttpRequest, { headers, status }: HttpResponse): void {
  expect(headers['x-request-id']).toMatch(/^[\w.:~-]{1,128}$/);
  expect(headers['cache-control']).toMatch(/^private/);
  expect(headers).not.toHaveProperty('x-powered-by');
  if (/\/docs|\/llms\.txt$/.test(path)) return;
  if (FLEET.test(path) && status === 200) expect(headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
  else if (status !== 304) expect(headers).not.toHaveProperty('etag');
}

/** Calls the service over HTTP, and checks every response against the document. */
export class ApiClient extends HttpClient {
  constructor(
    readonly origin: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super();
  }

  /** Returns a client with other headers. The value undefined removes a header. */
  with(headers: Readonly<Record<string, string | undefined>>): ApiClient {
    const merged = Object.entries({ ...this.headers, ...headers }).filter(([, value]) => value !== undefined);
    return new ApiClient(this.origin, Object.fromEntries(merged) as Record<string, string>);
  }

  async send(sent: HttpRequest): Promise<HttpResponse> {
    const received = await send(this.origin, { ...sent, headers: { ...this.headers, ...sent.headers } });
    assertCommonHeaders(sent, received);
    assertDocumented(sent, received);
    return received;
  }

  async json<Body = unknown>(path: string): Promise<Body> {
    const { status, headers, body } = await this.get(path);
    const type = headers['content-type'];
    expect([path, status, type]).toEqual([path, 200, 'application/json; charset=utf-8']);
    return JSON.parse(body) as Body;
  }

  list<Item = Record<string, unknown>>(path: string): Promise<Item[]> {
    return this.json(path);
  }

  object<Body = Record<string, unknown>>(path: string): Promise<Body> {
    return this.json(path);
  }

  async problem(sent: HttpRequest | string, status: number, code: string): Promise<Problem> {
    return problemOf(await this.send(typeof sent === 'string' ? { path: sent } : sent), status, code);
  }

  /** Returns the sorted names of the parameters in the error. */
  async invalidParameters(path: string): Promise<string[]> {
    const { errors = [] } = await this.problem(path, 400, 'invalid_parameter');
    return errors.map(({ parameter }) => parameter).sort();
  }
}

export function problemOf(received: HttpResponse, status: number, code: string): Problem {
  const type = received.headers['content-type'];
  expect({ status: received.status, type, body: received.body }).toMatchObject({ status, type: ERROR_TYPE });
  const problem = JSON.parse(received.body) as Problem;
  expect(problem).toMatchObject({ status, code });
  expect(problem.type).toMatch(new RegExp(`^https?://[^/].*/docs/errors/${code}$`));
  expect(problem.request_id).toBe(received.headers['x-request-id']);
  return problem;
}
