import type { AuditEvent } from '../../api/records.js';
import type { Texts } from '../../texts/en.js';

export interface Detail {
  readonly label: string;
  readonly text: string;
}

/** Translates the names of the audit log. Unknown names are shown unchanged. */
export interface AuditWords {
  actor: (name: string) => string;
  action: (name: string) => string;
  details: (event: AuditEvent) => Detail[];
}

/** Members whose value is a time. Null means no time. */
const INSTANTS = new Set(['expires_at', 'previous_expires_at', 'kept_from']);

export function auditWords(
  { audit, keys, none, scopes, yes, no }: Texts,
  absolute: (at: string) => string,
): AuditWords {
  const values: Record<string, string> = {
    ...audit.values,
    ...audit.codes,
    ...Object.fromEntries(Object.entries(scopes).map(([id, { label }]) => [id, label])),
  };
  const named = new Set([
    'method',
    'role',
    'previous_role',
    'code',
    'scopes',
    'previous_scopes',
    'hidden_data',
    'previous_hidden_data',
  ]);
  const textOf = (name: string, value: unknown): string => {
    if (Array.isArray(value)) return value.map((one) => textOf(name, one)).join(', ') || none;
    if (value === null) return INSTANTS.has(name) ? keys.neverEnds : audit.forEver; // a retention period
    if (typeof value === 'boolean') return value ? yes : no;
    if (typeof value !== 'string') return JSON.stringify(value);
    if (value === '') return none;
    if (INSTANTS.has(name) && !Number.isNaN(Date.parse(value))) return absolute(value);
    return (named.has(name) ? values[value] : undefined) ?? value;
  };
  return {
    actor: (name) => audit.actors[name] ?? name.replace(/^admin:/, ''),
    action: (name) => audit.actions[name] ?? name,
    details: ({ details }) =>
      Object.entries(details).map(([name, value]) => ({
        label: audit.members[name] ?? name,
        text: textOf(name, value),
      })),
  };
}
