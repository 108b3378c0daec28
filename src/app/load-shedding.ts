import type { RequestListener, Server, ServerResponse } from 'node:http';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Application, Request, Response } from 'express';
import type { Logger } from 'pino';
import { unavailable } from '../http/api-error.js';
import { resetConnection } from '../http/connection.js';
import { sendEarlyProblem, sendProblem } from '../http/problem.filter.js';
import { type CommonHeaders, hasBody, malformedTarget } from '../http/middleware.js';
import { requestIdOf } from '../http/request-context.js';
import { Metrics } from '../metrics/metrics.js';
import { LOGGER } from '../observability/logger.js';
import { DownloadSlots } from '../streaming/download-slots.js';
import { limitPipelining } from './http-server.js';

/** Maximum expected wait in seconds. Under overload, the service rejects the most expensive requests first. */
const MAX_WAIT = { bulk: 0.06, list: 0.15, detail: 0.25, page: 1 } as const;
type Kind = keyof typeof MAX_WAIT;
const PAGES = /^\/(?:portal(?!\/api\/)|docs|internal\/docs|llms\.txt)(?:\/|$)/;
/** Routes with the bulk limit. A test compares them with the access rules, which apply only after routing. */
const BULK =
  /^\/api\/v1\/device(?:-location|\/datausage|\/screentime|\/app)?\/(?:bulk|changes|latest|summary)\/?$/;
const LIST = /^(?:\/mcp|(?:\/api\/v1)?\/device)\/?$/;
/** Limits pages, which need no key, to 500 per second. A portal loads up to 60 files in parallel. */
const PAGE_INTERVAL_MS = 2;
/** Has no deadline, because password hashes and identity providers have their own timeouts. */
const SIGN_IN = /^\/portal\/api\//i;
/** Does not count as waiting, because a slow identity provider is no overload of this service. */
const SINGLE_SIGN_ON = /^\/portal\/api\/oidc\//i;

const CHECK_INTERVAL_MS = 100;
const ALWAYS_ADMITTED = 16;
const ASSUMED_RATE = 1_500;
const WEIGHT = 0.3;

/**
 * Maximum times to the first byte, to which the check adds up to 0.1 s (docs/operations/reliability.md). Bulk requests
 * have the first limit under overload too.
 */
const FIRST_BYTE_MS = 1_700;
const OVERLOADED_FIRST_BYTE_MS = 800;
/** Delays each 503, because a waiting client sends nothing else (decision 0015). */
const REFUSED_AFTER_MS = 1_000;
const REFUSAL = unavailable(2, 'too_much_to_do');
const TOO_LATE = unavailable(2, 'answer_too_late');
/** Maximum log lines per check. The rest is only counted, because a log line costs as much as a rejection. */
const LOG_LINES_PER_CHECK = 50;

/** Limit for a stalled client while other requests wait for its slot. `http-server.ts` limits all other clients. */
const STALLED_IN_SLOT_MS = 12_000;
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

export class OpenRequest {
  /** True between the end of the body and the first byte, except during the wait for a slot. */
  isWaiting = false;
  waitingSince = Infinity;
  /** Bytes that have been sent, or -1 if no bytes are buffered. `sentAt` is the time of the last change. */
  sent = -1;
  sentAt = 0;

  constructor(
    readonly response: ServerResponse,
    readonly kind: Kind,
    public index: number,
  ) {}
}

@Injectable()
export class LoadShedder implements OnApplicationBootstrap, OnApplicationShutdown {
  /**
   * An array, because a Set keeps deleted responses alive until a major garbage collection, which costs 6 % more CPU
   * time per request.
   */
  private readonly open: OpenRequest[] = [];
  private waiting = 0;
  private served = 0;
  private rate = ASSUMED_RATE;
  private loopDelay = 0;
  private checkedAt = 0;
  private nextPageAt = -Infinity;
  private refusedAt = -Infinity;
  private logLines = LOG_LINES_PER_CHECK;
  private draining = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly slots: DownloadSlots,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Starts late, because the start of the application blocks the event loop. */
  onApplicationBootstrap(): void {
    this.checkedAt = performance.now();
    this.timer = setInterval(() => this.check(), CHECK_INTERVAL_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Runs before Express, because a rejection must cost far less than a response. */
  attach(server: Server, basePath: string, headers: CommonHeaders): void {
    const [application] = server.listeners('request') as [Application];
    const serve: RequestListener = (request, response) => {
      if (this.draining) response.setHeader('Connection', 'close');
      const route = (request.url ?? '').split('?', 1)[0]?.slice(basePath.length) ?? '';
      const kind = kindOf(route);
      const delay = kind === 'page' ? this.pageDelay(performance.now()) : 0;
      const begin = (): void => {
        if (kind) this.track(response, kind, route);
        // Express would respond with an HTML page, and only after the body
        const refuse = () => sendEarlyProblem(malformedTarget(), requestIdOf(request), response, headers);
        application(request as Request, response as Response, refuse);
      };
      if (kind && (delay > REFUSED_AFTER_MS || !this.admits(kind))) this.refuseLater(response, kind, headers);
      else if (delay > 0) setTimeout(begin, delay);
      else begin();
    };
    server.removeAllListeners('request');
    server.on('request', limitPipelining(serve));
  }

  /** Sends `Connection: close` with all responses, so that proxies connect to another instance. */
  drain(): void {
    this.draining = true;
    const pending = this.open.filter(({ response }) => !response.headersSent);
    for (const { response } of pending) response.setHeader('Connection', 'close');
  }

  /** True while a client still reads the end of a response. Node counts its connection as idle. */
  get isEnding(): boolean {
    return this.open.some(({ response }) => response.writableEnded);
  }

  /** Estimates the wait as waiting requests divided by throughput (Little's law), plus the event loop delay. */
  private admits(kind: Kind): boolean {
    return this.waiting < Math.max(ALWAYS_ADMITTED, this.rate * (MAX_WAIT[kind] - this.loopDelay));
  }

  private pageDelay(now: number): number {
    const at = Math.max(this.nextPageAt, now - 60 * PAGE_INTERVAL_MS);
    if (at - now <= REFUSED_AFTER_MS) this.nextPageAt = at + PAGE_INTERVAL_MS;
    return at - now;
  }

  private track(response: ServerResponse, kind: Kind, route: string): void {
    const open = new OpenRequest(response, kind, this.open.length);
    const startWaiting = (): void => {
      if (SINGLE_SIGN_ON.test(route)) return;
      if (this.open[open.index] === open && !response.headersSent) {
        open.isWaiting = true;
        this.waiting++;
      }
      if (!SIGN_IN.test(route)) open.waitingSince = performance.now();
    };
    this.open.push(open);
    // ignores requests until their body arrives, because a few slow senders could block all others
    if (hasBody(response.req)) response.req.once('end', startWaiting);
    else startWaiting();
    response.once('close', () => this.close(open));
  }

  private close(open: OpenRequest): void {
    this.stopWaiting(open);
    if (this.open[open.index] !== open) return;
    const last = this.open.pop();
    if (!last || last === open) return;
    this.open[open.index] = last;
    last.index = open.index;
  }

  private stopWaiting(open: OpenRequest): void {
    if (!open.isWaiting) return;
    open.isWaiting = false;
    this.waiting--;
    this.served++;
  }

  private refuseLater(response: ServerResponse, kind: Kind, headers: CommonHeaders): void {
    this.refusedAt = performance.now();
    setTimeout(() => {
      const { status, reason } = REFUSAL;
      const requestId = requestIdOf(response.req);
      const method = response.req.method;
      this.metrics.loadRefusals.inc({ kind });
      this.metrics.unavailable.inc({ reason });
      if (this.logLines-- > 0)
        this.logger.warn({ request_id: requestId, method, kind, status, reason }, 'refused');
      sendEarlyProblem(REFUSAL, requestId, response, headers);
    }, REFUSED_AFTER_MS);
  }

  private check(): void {
    const now = performance.now();
    const isRefusing = now - this.refusedAt < REFUSED_AFTER_MS;
    for (const open of [...this.open]) {
      const response = open.response as Response;
      const { context, socket } = response.req;
      const isBulk = open.kind === 'bulk' || context.bulk; // a tool of agents has no path of its own
      const limit = isRefusing && !isBulk ? OVERLOADED_FIRST_BYTE_MS : FIRST_BYTE_MS;
      if (response.headersSent || context.waitsForSlot || socket.destroyed) this.stopWaiting(open);
      if (socket.destroyed)
        this.close(open); // of pipelined requests only the first emits 'close'
      else if (!response.headersSent && now - open.waitingSince > limit)
        sendProblem(TOO_LATE, response.req, response);
    }
    this.measure((now - this.checkedAt) / 1000);
    this.checkedAt = now;
    this.logLines = LOG_LINES_PER_CHECK;
    dropSlowClients(this.open, now, this.slots.queued);
  }

  /** Measures the throughput under load only. Otherwise the throughput is the request rate and not the capacity. */
  private measure(seconds: number): void {
    const isBusy = this.waiting >= Math.max(ALWAYS_ADMITTED, this.rate * MAX_WAIT.detail) / 2;
    this.rate += ((isBusy ? this.served / seconds : ASSUMED_RATE) - this.rate) * WEIGHT;
    this.loopDelay += (seconds - CHECK_INTERVAL_MS / 1000 - this.loopDelay) * WEIGHT;
    this.served = 0;
  }
}

/** Returns undefined for health and metrics, because without them orchestrators restart a process. */
export function kindOf(path: string): Kind | undefined {
  if (path.startsWith('/health/') || path === '/internal/metrics') return undefined;
  if (PAGES.test(path)) return 'page';
  if (BULK.test(path)) return 'bulk';
  return LIST.test(path) ? 'list' : 'detail';
}

/** Resets clients that stopped reading, the longest stalled first. `queued` requests wait for a slot. */
export function dropSlowClients(open: readonly OpenRequest[], now: number, queued: number): void {
  for (const request of open) {
    const { socket, writableLength: buffered } = request.response;
    // the response to a pipelined request has no socket yet
    const sent = buffered === 0 ? -1 : (socket?.bytesWritten ?? 0) - buffered;
    if (sent !== request.sent) Object.assign(request, { sent, sentAt: now });
  }
  const unread = open.filter(({ response }) => response.writableLength > 0);
  let surplus = unread.reduce((sum, { response }) => sum + response.writableLength, -MAX_UNREAD_BYTES);
  for (const { response, sentAt } of unread.sort((one, other) => one.sentAt - other.sentAt)) {
    const blocksSlot = !response.writableEnded && queued-- > 0 && now - sentAt > STALLED_IN_SLOT_MS;
    if (surplus <= 0 && !blocksSlot) continue;
    surplus -= response.writableLength;
    resetConnection(response.req.socket);
  }
}
