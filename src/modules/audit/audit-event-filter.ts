import type { InstantRange } from '../../time/days.js';
import { AUDIT_ACTIONS, outcomeOf, type Outcome } from './audit-actions.js';
import type { AuditEvent } from './audit.entity.js';

/** An event as it is shown. */
export type AuditEventRow = Omit<AuditEvent, 'enterpriseKey' | 'hash'>;

/** What the events of an enterprise can be filtered by. */
export interface AuditEventFilter {
  /** Only events with numbers below and above. */
  readonly before?: number;
  readonly after?: number;
  readonly actor?: string;
  readonly action?: string;
  readonly apiKeyId?: string;
  readonly outcome?: Outcome;
  readonly times?: Partial<InstantRange>;
}

/** The kinds of event that a filter leaves; undefined where it leaves all. */
export function actionsOf({ action, outcome }: AuditEventFilter): readonly string[] | undefined {
  if (outcome === undefined) return action === undefined ? undefined : [action];
  return (action === undefined ? AUDIT_ACTIONS : [action]).filter((name) => outcomeOf(name) === outcome);
}

/** Finds events in whose text every word stands, in any case of letters; `a|b` is one word or the other. */
export function textSearch(search = ''): (event: AuditEventRow, at: string) => boolean {
  const words = search.toLowerCase().split(/\s+/);
  const wanted = words.map((word) => word.split('|').filter((either) => either !== ''));
  return ({ actor, action, apiKeyId, application, details, address, requestId }, at) => {
    const texts = [at, actor, action, apiKeyId, application, details, address, requestId];
    const text = texts.join('\n').toLowerCase();
    return wanted.every((either) => either.length === 0 || either.some((word) => text.includes(word)));
  };
}
