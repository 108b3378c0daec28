import { Injectable } from '@nestjs/common';

/** Events of one query. */
export const EVENTS_PER_QUERY = 500;
/** Events looked at for one answer. */
const MOST_EVENTS = 10_000;
/** Queries for one answer: values that no event has bring empty ones. */
const MOST_QUERIES = 500;
/** An answer is due long before its client is told to come back later. */
const LONGEST_MS = 1_000;

/** What one answer may read of a trail of any length. The next request goes on where it ends. */
export class SearchBudget {
  events = 0;
  private queries = 0;
  private readonly deadline = performance.now() + LONGEST_MS;

  /** Whether there may be another query. */
  mayGoOn(): boolean {
    this.queries++;
    return this.events < MOST_EVENTS && this.queries < MOST_QUERIES && performance.now() < this.deadline;
  }
}

/** Runs one query of all searches per tick of the event loop: other requests wait for one at most, however many searches there are. */
@Injectable()
export class SearchTicks {
  private last: Promise<void> = Promise.resolve();

  next(): Promise<void> {
    this.last = this.last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return this.last;
  }
}
