import { api } from '../../../api/client.js';
import type { AuditEvent, AuditFilter } from '../../../api/records.js';

/** Words that are looked for: by the service, and of what it finds only what has them in the language of the reader. */
export interface Search {
  readonly terms: string | undefined;
  readonly isAbout: (event: AuditEvent) => boolean;
}

/** What of the trail is looked for, and in which order. */
export interface Question {
  readonly filter: AuditFilter;
  readonly search: Search | undefined;
}

export interface Found {
  readonly events: readonly AuditEvent[];
  /** Found as well, to be shown next. */
  readonly waiting: readonly AuditEvent[];
  /** How many were looked at. */
  readonly searched: number;
  /** Where to go on. */
  readonly cursor: string | undefined;
  readonly hasMore: boolean;
}

export const NOTHING_YET: Found = { events: [], waiting: [], searched: 0, cursor: undefined, hasMore: true };

/** So many more are shown at a time. */
export const STEP = 100;
/** So many are searched before the reader is asked whether to go on. */
export const SEARCH_STEP = 10_000;
/** The service gives so many at once. */
const MOST = 1_000;

/** Goes on until a step more is found or searched, and tells how far it is after every page. */
export async function* lookFurther(
  question: Question,
  from: Found,
  signal: AbortSignal,
): AsyncGenerator<Found> {
  const goal = from.events.length + STEP;
  const last = from.searched + SEARCH_STEP;
  const size = question.search ? MOST : STEP;
  for (let found = from; found.hasMore && found.events.length < goal && found.searched < last;) {
    const next = found.waiting.length > 0 ? found : await nextPage(question, found, size, signal);
    const room = goal - next.events.length;
    const waiting = next.waiting.slice(room);
    found = {
      ...next,
      events: [...next.events, ...next.waiting.slice(0, room)],
      waiting,
      hasMore: waiting.length > 0 || next.cursor !== undefined,
    };
    yield found;
  }
}

/** All that is found, a page at a time. */
export async function* allFound(
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<readonly AuditEvent[]> {
  for (let found = NOTHING_YET; found.hasMore;) {
    found = await nextPage(question, found, MOST, signal);
    yield found.waiting;
  }
}

async function nextPage(
  { filter, search }: Question,
  found: Found,
  limit: number,
  signal: AbortSignal,
): Promise<Found> {
  const page = api.auditEvents({
    ...filter,
    search: search?.terms,
    cursor: found.cursor,
    limit: String(limit),
  });
  const { events, searched, cursor } = await page.load(signal);
  return {
    ...found,
    waiting: search ? events.filter(search.isAbout) : events,
    searched: found.searched + searched,
    cursor,
    hasMore: cursor !== undefined,
  };
}
