import { api } from '../api/client.js';
import type { AuditEvent, AuditFilter } from '../api/records.js';

/** What of the trail is looked for: the service filters, and the words are looked for here, where they are translated. */
export interface Question {
  readonly filter: AuditFilter;
  readonly isAbout: ((event: AuditEvent) => boolean) | undefined;
}

export interface Found {
  readonly events: readonly AuditEvent[];
  /** How many were looked at. */
  readonly searched: number;
  /** Where to go on. */
  readonly before: number | undefined;
  readonly hasOlder: boolean;
}

export const NOTHING_YET: Found = { events: [], searched: 0, before: undefined, hasOlder: true };

/** So many more are shown at a time. */
const STEP = 100;
/** One more is asked for, to know whether there are older ones; the service gives a thousand at most. */
const MOST = 999;

/** Goes on into the past until a step more is found, and tells how far it is after every page. */
export async function* lookFurther(
  question: Question,
  from: Found,
  signal: AbortSignal,
): AsyncGenerator<Found> {
  const goal = from.events.length + STEP;
  const size = question.isAbout ? MOST : STEP;
  for (let found = from; found.hasOlder && found.events.length < goal;) {
    found = await nextPage(question, found, size, goal, signal);
    yield found;
  }
}

/** All that is found, a page at a time, the newest first. */
export async function* allFound(
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<readonly AuditEvent[]> {
  for (let found = NOTHING_YET; found.hasOlder;) {
    found = await nextPage(question, { ...found, events: [] }, MOST, MOST, signal);
    yield found.events;
  }
}

async function nextPage(
  { filter, isAbout = () => true }: Question,
  found: Found,
  size: number,
  goal: number,
  signal: AbortSignal,
): Promise<Found> {
  const read = api.auditEvents({ ...filter, before: found.before, limit: size + 1 });
  const answer = await read(signal);
  const page = answer.slice(0, size);
  const events = page.filter(isAbout);
  const fitting = events.slice(0, goal - found.events.length);
  const isCut = fitting.length < events.length;
  const last = isCut ? fitting.at(-1) : page.at(-1);
  return {
    events: [...found.events, ...fitting],
    searched: found.searched + (last ? page.indexOf(last) + 1 : 0),
    before: last?.sequence ?? found.before,
    hasOlder: isCut || answer.length > size,
  };
}
