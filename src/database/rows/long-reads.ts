import { Places } from './places.js';

/** How long an answer may wait to become a long one. */
const WAIT_MS = 1_500;
/** How many may wait. */
const WAITING = 1_000;

/**
 * The answers that outgrow memory hold a connection for as long as their client reads. They share a bounded number of
 * places, so that slow readers never take the connections of everybody else.
 */
export class LongReads extends Places {
  constructor(places: number) {
    super(places, { waitMs: WAIT_MS, waiting: WAITING, why: 'too_many_long_answers' });
  }
}
