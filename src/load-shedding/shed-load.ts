import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { unavailable } from '../http/api-error.js';
import type { CommonHeaders } from '../http/common-headers.js';
import { PROBLEM_TYPE, problemBody } from '../http/problem.js';
import { requestIdOf } from '../http/request-context.js';
import type { Kind } from './admission.js';
import { PagePace } from './page-pace.js';
import type { InFlightRequests } from './in-flight-requests.js';

/** What a browser shows is cheap, and a page that lacks one of its files stays blank. */
const PAGES = /^\/(?:portal(?!\/api\/)|docs|internal\/docs)(?:\/|$)/;
/** Signing in waits for a costly hash or for the identity provider, and both have timeouts of their own. */
const SIGNING_IN = /^\/portal\/api\//i;

const REFUSAL = unavailable(2, 'too_much_to_do');
/** A client that waits for its 503 sends nothing else on the connection: decision 0015. */
const REFUSED_AFTER_MS = 1_000;
/** Delayed 503s, each of which holds a few kilobytes. Beyond them there is no delay. */
const MOST_WAITING = 10_000;

/** What is known before the router has looked at a request. */
interface Surroundings {
  readonly basePath: string;
  readonly bulkPaths: ReadonlySet<string>;
  readonly headers: CommonHeaders;
}

/**
 * Load shedding: answers 503 to requests that would have to wait too long. Comes before Express: shedding must cost next to nothing, or
 * it alone would overload the process.
 */
export function shedLoad(
  server: Server,
  inFlight: InFlightRequests,
  { basePath, bulkPaths, headers }: Surroundings,
): void {
  const [application] = server.listeners('request') as [RequestListener];
  const pages = new PagePace();
  let waiting = 0;
  const refuseLater = (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    kind: Kind,
  ): void => {
    waiting++;
    const refuseNow = (): void => {
      waiting--;
      const requestId = requestIdOf(request);
      inFlight.noteRefused(request, requestId, kind);
      refuse(request, response, path, requestId, headers);
    };
    setTimeout(refuseNow, waiting > MOST_WAITING ? 0 : REFUSED_AFTER_MS);
  };
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const below = path.slice(basePath.length);
    const kind = kindOf(below, bulkPaths);
    const begin = (): void => {
      if (inFlight.enter(response, kind, !SIGNING_IN.test(below)) || kind === undefined)
        application(request, response);
      else refuseLater(request, response, path, kind);
    };
    if (kind === 'page') {
      const wait = pages.wait(performance.now());
      if (wait === undefined) refuseLater(request, response, path, kind);
      else if (wait > 0) setTimeout(begin, wait);
      else begin();
    } else begin();
  });
}

/** Health and metrics are never refused: orchestrators restart a process that does not answer them. */
function kindOf(path: string, bulkPaths: ReadonlySet<string>): Kind | undefined {
  if (path.startsWith('/health/') || path === '/internal/metrics') return undefined;
  if (PAGES.test(path)) return 'page';
  if (bulkPaths.has(path.replace(/\/$/, ''))) return 'bulk';
  return /^(?:\/api\/v1)?\/device\/?$/.test(path) ? 'list' : 'detail';
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  requestId: string,
  headers: CommonHeaders,
): void {
  const body = Buffer.from(problemBody(REFUSAL, path, requestId));
  response.writeHead(REFUSAL.status, [
    ...headers.flat(),
    ...Object.entries(REFUSAL.headers).flat(),
    'X-Request-Id',
    requestId,
    'Content-Type',
    PROBLEM_TYPE,
    'Content-Length',
    String(body.length),
  ]);
  response.end(request.method === 'HEAD' ? undefined : body);
}
