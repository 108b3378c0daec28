import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { DownloadSlots } from '../streaming/download-slots.js';
import { unavailable, type UnavailableReason } from '../http/api-error.js';
import { sendProblem } from '../http/problem-filter.js';
import { hasBody } from '../http/internal-body.js';
import type { RequestContext } from '../http/request-context.js';
import { LOGGER } from '../observability/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { Admission, type Kind } from './admission.js';
import { dropSlowClients, type Sending } from './slow-clients.js';

const MEASURE_EVERY_MS = 100;
/** The watchdog answers 503 to what has no first byte by then: it looks ten times a second, late where all instances are busy, and clients are promised 2 s. */
const ANSWER_WITHIN_MS = 1_700;
/** While others are refused, this: those admitted before the overload was measured do not wait for all of that. */
const HURRIED_WITHIN_MS = 800;
const HURRIED_FOR_MS = 1_000;

/** Its body is still arriving, at the pace of its client; it waits for us; it waits for other answers to end; its answer has begun. */
type State = 'arrives' | 'waits' | 'queues' | 'answered';

interface Open extends Sending {
  /** In the list of the open ones; -1 when it has left. */
  index: number;
  state: State;
  /** Since when it waits. */
  since: number;
  /** Whether the watchdog answers it in the end. */
  readonly isTimed: boolean;
  /** Reading it from the disk may take longer than many small ones together. */
  readonly isBulk: boolean;
}

const REPORT_EVERY_MS = 5_000;
/** Lines about single refusals between two reports: more would make refusing expensive, and say no more. */
const MOST_LINES = 500;
const RETRY_SECONDS = 2;
const TOO_MUCH: UnavailableReason = 'too_much_to_do';

/** The requests that are being worked on: admission of new ones, the watchdog over those that wait, slow clients, and draining. */
@Injectable()
export class InFlightRequests implements OnApplicationBootstrap, OnApplicationShutdown {
  /** An array, because the hash tables that a Map outgrows keep ended requests alive until they are in the old generation. */
  private readonly open: Open[] = [];
  private readonly admission = new Admission();
  private waiting = 0;
  private answered = 0;
  private measuredAt = 0;
  private draining = false;
  private refused = 0;
  private linesLeft = MOST_LINES;
  private hurriedUntil = 0;
  private refusedBefore = 0;
  private timer: NodeJS.Timeout | undefined;
  private reportTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly downloadSlots: DownloadSlots,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Not sooner: a start blocks the event loop, which says nothing of the load. */
  onApplicationBootstrap(): void {
    this.measuredAt = performance.now();
    this.timer = setInterval(() => this.measure(), MEASURE_EVERY_MS).unref();
    this.reportTimer = setInterval(() => this.report(), REPORT_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    clearInterval(this.reportTimer);
  }

  /** Admits a request, unless there is an overload. One without a kind is always admitted. */
  enter(response: ServerResponse, kind: Kind | undefined, isTimed: boolean): boolean {
    if (this.draining) response.setHeader('Connection', 'close');
    if (kind === undefined) return true;
    if (!this.admission.admits(kind, this.waiting)) {
      this.refused++;
      return false;
    }
    const entry: Open = {
      response,
      sent: -1,
      movedAt: 0,
      index: this.open.length,
      state: 'arrives',
      since: 0,
      isTimed,
      isBulk: kind === 'bulk',
    };
    this.open.push(entry);
    // slow senders of bodies must not count as work, or a few of them would have everything refused
    if (!hasBody(response.req)) this.wait(entry, performance.now());
    response.on('close', () => this.leave(entry));
    return true;
  }

  /** Counts a refused request, and logs it, so that its id leads to the reason. */
  noteRefused({ method }: IncomingMessage, requestId: string, kind: Kind): void {
    this.metrics.loadRefusals.inc({ kind });
    this.metrics.unavailable.inc({ reason: TOO_MUCH });
    if (this.linesLeft-- > 0)
      this.logger.warn({ request_id: requestId, method, status: 503, reason: TOO_MUCH }, 'refused');
  }

  /** `Connection: close` in every answer from here on: a proxy opens its next connection to another instance. */
  drain(): void {
    this.draining = true;
    for (const { response } of this.open) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
  }

  /** Whether a client still takes the end of its answer. Node counts its connection as idle, and closing it would cut the answer off. */
  get isEnding(): boolean {
    return this.open.some(({ response }) => response.writableEnded);
  }

  private wait(entry: Open, now: number): void {
    entry.state = 'waits';
    entry.since = now;
    this.waiting++;
  }

  private answer(entry: Open): void {
    if (entry.state === 'waits') {
      this.waiting--;
      this.answered++;
    }
    entry.state = 'answered';
  }

  private leave(entry: Open): void {
    if (entry.index < 0) return;
    const last = this.open.pop();
    if (last && last !== entry) {
      this.open[entry.index] = last;
      last.index = entry.index;
    }
    entry.index = -1;
    this.answer(entry);
  }

  private measure(): void {
    const now = performance.now();
    const elapsed = now - this.measuredAt;
    this.measuredAt = now;
    if (this.refused > this.refusedBefore) this.hurriedUntil = now + HURRIED_FOR_MS;
    this.refusedBefore = this.refused;
    for (const entry of [...this.open]) {
      const { response } = entry;
      // of pipelined requests only the first gets the 'close' event
      if (response.req.socket.destroyed) this.leave(entry);
      else if (response.headersSent) this.answer(entry);
      else if (entry.state === 'arrives' && response.req.complete) this.wait(entry, now);
      else this.timeOut(entry, now);
    }
    const delay = Math.max(0, elapsed - MEASURE_EVERY_MS) / 1000;
    this.admission.measure(elapsed / 1000, this.answered, this.waiting, delay);
    this.answered = 0;
    dropSlowClients(this.open, now, this.downloadSlots.queued);
  }

  private timeOut(entry: Open, now: number): void {
    const { response } = entry;
    // what takes no work must not count as work, or who asks for many long answers would have those of others refused
    if (entry.state === 'waits' && contextOf(response)?.waitsForSlot) {
      this.waiting--;
      entry.state = 'queues';
    }
    const isWaiting = entry.state === 'waits' || entry.state === 'queues';
    if (isWaiting && entry.isTimed && now - entry.since > this.patience(entry, now))
      answerTooLate(response as Response);
  }

  private patience({ isBulk }: Open, now: number): number {
    return now < this.hurriedUntil && !isBulk ? HURRIED_WITHIN_MS : ANSWER_WITHIN_MS;
  }

  private report(): void {
    if (this.refused > 0)
      this.logger.warn(
        { refused: this.refused, seconds: REPORT_EVERY_MS / 1000, reason: TOO_MUCH },
        'too much to do',
      );
    this.refused = 0;
    this.refusedBefore = 0;
    this.linesLeft = MOST_LINES;
  }
}

/** Before the first middleware there is none. */
function contextOf({ req: request }: ServerResponse): RequestContext | undefined {
  return (request as Partial<Request>).context;
}

/** The handler's own answer is dropped: see `AnswerAdapter` and `ProblemFilter`. */
function answerTooLate(response: Response): void {
  sendProblem(unavailable(RETRY_SECONDS, 'answer_too_late'), response.req, response);
}
