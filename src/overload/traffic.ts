import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { LongReads } from '../database/rows/places.js';
import { unavailable, type UnavailableReason } from '../http/errors/api-error.js';
import { sendProblem } from '../http/errors/problem-filter.js';
import { LOGGER } from '../logging/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { Admission, type Kind } from './admission.js';
import { ReaderPace } from './reader-pace.js';

const MEASURE_EVERY_MS = 100;
/** What has not begun to be answered by then is told to come back later: the limit of all steps of the work together. */
const ANSWER_WITHIN_MS = 1_900;
/** While others are refused, this: those who were taken on before it was known how slow answers leave do not wait for all of that. */
const HURRIED_WITHIN_MS = 800;
const HURRIED_FOR_MS = 1_000;

/** Where a request stands: its body is on its way, at the pace of its client; it waits for us; its answer has begun. */
type State = 'arrives' | 'waits' | 'answered';

interface Open {
  readonly response: ServerResponse;
  /** Its place among the open ones; -1 when it has left. */
  place: number;
  state: State;
  /** Since when it waits. */
  since: number;
  /** Whether it may wait only so long. */
  readonly isTimed: boolean;
  /** Reading what lies on the disk may take longer than many of the small ones together. */
  readonly isBulk: boolean;
}

const REPORT_EVERY_MS = 5_000;
/** Refusals that have a line of their own between two reports: more would make refusing dear, and say no more. */
const MOST_LINES = 500;
const RETRY_SECONDS = 2;
const TOO_MUCH: UnavailableReason = 'too_much_to_do';

/** The requests that are being worked on: how many may be, what becomes of slow readers, and how they end when the process does. */
@Injectable()
export class Traffic implements OnApplicationBootstrap, OnApplicationShutdown {
  /** A list rather than a Map: the tables that a Map outgrows would keep ended requests until they have become old. */
  private readonly open: Open[] = [];
  private readonly admission = new Admission();
  private readonly pace = new ReaderPace();
  private waiting = 0;
  private answered = 0;
  private measuredAt = 0;
  private draining = false;
  private refused = 0;
  private refusedBefore = 0;
  private linesLeft = MOST_LINES;
  private hurriedUntil = 0;
  private timer: NodeJS.Timeout | undefined;
  private reportTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly longReads: LongReads,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Not sooner: a start is slow, and says nothing of the load. */
  onApplicationBootstrap(): void {
    this.measuredAt = performance.now();
    this.timer = setInterval(() => this.measure(), MEASURE_EVERY_MS).unref();
    this.reportTimer = setInterval(() => this.report(), REPORT_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    clearInterval(this.reportTimer);
  }

  /** Takes a request on, unless there is too much to do. What has no kind is never refused, and has time limits of its own. */
  enter(response: ServerResponse, kind: Kind | undefined, isTimed: boolean): boolean {
    if (this.draining) response.setHeader('Connection', 'close');
    if (kind === undefined) return true;
    if (!this.admission.admits(kind, this.waiting)) {
      this.refused++;
      return false;
    }
    const place = this.open.length;
    const entry: Open = { response, place, state: 'arrives', since: 0, isTimed, isBulk: kind === 'bulk' };
    this.open.push(entry);
    if (!hasBody(response.req)) this.wait(entry, performance.now());
    response.on('close', () => this.leave(entry));
    return true;
  }

  /** Counts a request that was not taken on, and leaves a line about it, so that its id leads to the reason. */
  noteRefused({ method }: IncomingMessage, requestId: string, kind: Kind): void {
    this.metrics.loadRefusals.inc({ kind });
    this.metrics.unavailable.inc({ reason: TOO_MUCH });
    if (this.linesLeft-- > 0)
      this.logger.warn({ request_id: requestId, method, status: 503, reason: TOO_MUCH }, 'refused');
  }

  /** From here on every answer tells its client to take another connection, which a proxy makes to another instance. */
  drain(): void {
    this.draining = true;
    for (const { response } of this.open) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
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
    if (entry.place < 0) return;
    const last = this.open.pop();
    if (last && last !== entry) {
      this.open[entry.place] = last;
      last.place = entry.place;
    }
    entry.place = -1;
    this.pace.forget(entry.response);
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
      // of several requests on one connection only the first hears that it has closed
      if (response.req.socket.destroyed) this.leave(entry);
      else if (response.headersSent) this.answer(entry);
      else if (entry.state === 'arrives' && response.req.complete) this.wait(entry, now);
      else if (entry.state === 'waits' && entry.isTimed && now - entry.since > this.patienceWith(entry, now))
        answerTooLate(response as Response);
    }
    const delay = Math.max(0, elapsed - MEASURE_EVERY_MS) / 1000;
    this.admission.measure(elapsed / 1000, this.answered, this.waiting, delay);
    this.answered = 0;
    this.pace.enforce(
      this.open.map(({ response }) => response),
      now,
      this.longReads.waitedFor,
    );
  }

  private patienceWith({ isBulk }: Open, now: number): number {
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

/** What the work still brings is dropped: see `AnswerAdapter` and `ProblemFilter`. */
function answerTooLate(response: Response): void {
  sendProblem(unavailable(RETRY_SECONDS, 'answer_too_late'), response.req, response);
}

/** Slow senders of bodies must not count as work, or a few of them would have everybody refused. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
