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

export function auditWords({ audit, scopes }: Texts): AuditWords {
  const values: Record<string, string> = {
    ...audit.values,
    ...audit.codes,
    ...Object.fromEntries(Object.entries(scopes).map(([id, { label }]) => [id, label])),
  };
  const named = new Set(['method', 'role', 'code', 'scopes', 'previous_scopes']);
  const textOf = (name: string, value: unknown): string => {
    if (Array.isArray(value)) return value.map((one) => textOf(name, one)).join(', ');
    // null is a retention period, which means indefinitely
    if (value === null) return audit.forEver;
    if (typeof value !== 'string') return JSON.stringify(value);
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
