import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { unavailable } from '../http/errors/api-error.js';
import type { CommonHeaders } from '../http/response/common-headers.js';
import { PROBLEM_TYPE, problemBody } from '../http/errors/problem.js';
import { requestIdOf } from '../http/request/request-context.js';
import type { Kind } from './admission.js';
import { PagePace } from './page-pace.js';
import type { Traffic } from './traffic.js';

/** What a browser shows is cheap, and a page that lacks one of its files stays blank. */
const PAGES = /^\/(?:portal(?!\/api\/)|docs|internal\/docs)(?:\/|$)/;
/** Signing in waits for a turn at a costly hash or for a provider elsewhere, and each has a limit of its own. */
const SIGNING_IN = /^\/portal\/api\//i;

const REFUSAL = unavailable(2, 'too_much_to_do');
/** Who waits for a refusal asks for nothing else meanwhile: decision 0015. */
const REFUSED_AFTER_MS = 1_000;
/** Each that waits keeps a few kilobytes. More than these are refused at once. */
const MOST_WAITING = 10_000;

/**
 * Refuses what would have to wait too long. Stands before the application itself: refusing must cost next to nothing, or it alone
 * would be too much to do. Such requests are counted, and only so many are logged one by one.
 */
export function shedLoad(server: Server, traffic: Traffic, basePath: string, headers: CommonHeaders): void {
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
      traffic.noteRefused(request, requestId, kind);
      refuse(request, response, path, requestId, headers);
    };
    setTimeout(refuseNow, waiting > MOST_WAITING ? 0 : REFUSED_AFTER_MS);
  };
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const below = path.slice(basePath.length);
    const kind = kindOf(below);
    const begin = (): void => {
      if (traffic.enter(response, kind, !SIGNING_IN.test(below)) || kind === undefined)
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

/** Health and figures are nobody's to refuse: who asks for them decides over the process. */
export function kindOf(path: string): Kind | undefined {
  if (path.startsWith('/health/') || path === '/internal/metrics') return undefined;
  if (PAGES.test(path)) return 'page';
  if (/\/bulk\/?$/i.test(path)) return 'bulk';
  return /^(?:\/api\/v1)?\/device\/?$/i.test(path) ? 'list' : 'detail';
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
