import type { InstantRange } from '../../../time/days.js';
import { AUDIT_ACTIONS, outcomeOf, type Outcome } from '../trail/audit-actions.js';

/** What the events of an enterprise can be chosen by; what is left out does not matter. */
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
