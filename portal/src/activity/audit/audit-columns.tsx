import type { AuditEvent } from '../../api/types.js';
import { BreakableEmail } from '../../design/icons/links.js';
import { RelativeTime } from '../../design/icons/relative-time.js';
import type { Column } from '../../design/table/column.js';
import { useTexts } from '../../texts/language.js';
import { useFormatTime } from '../../time/use-format-time.js';
import type { ExistingKeys } from '../common/key-names.js';
import { KeyName } from '../common/existing-keys.js';
import styles from '../common/activity.module.css';

export function useAuditColumns(existingKeys: ExistingKeys): Column<AuditEvent>[] {
  const { audit, none } = useTexts();
  const labels = useAuditLabels();
  return [
    { id: 'when', label: audit.when, cell: ({ at }) => <RelativeTime at={at} /> },
    {
      id: 'what',
      label: audit.what,
      isHeader: true,
      cell: ({ action, application, api_key_id: key }) => (
        <>
          <span className="strong">{audit.actions[action] ?? action}</span>
          {application && (
            <span className="muted">
              <KeyName id={key} name={application} existingKeys={existingKeys} />
            </span>
          )}
          {key && <span className="mono small muted">{key}</span>}
        </>
      ),
    },
    { id: 'who', label: audit.who, cell: ({ actor }) => <BreakableEmail text={labels.actor(actor)} /> },
    {
      id: 'details',
      label: audit.details,
      cell: ({ details }) =>
        Object.keys(details).length === 0 ? (
          <span className="muted">{none}</span>
        ) : (
          <ul className={styles.details} role="list">
            {Object.entries(details).map(([name, value]) => (
              <li key={name}>
                <span className="muted">{audit.members[name] ?? name}:</span>{' '}
                <BreakableEmail text={labels.detail(name, value)} />
              </li>
            ))}
          </ul>
        ),
    },
    {
      id: 'address',
      label: audit.address,
      cell: ({ address, request_id: request }) => (
        <>
          <span>{address || none}</span>
          <span className="mono small muted" title={audit.request}>
            {request}
          </span>
        </>
      ),
    },
  ];
}

/** Members whose value is a time. Null means no time. */
const TIME_MEMBERS = ['expires_at', 'kept_from'];
/** Members whose value is a name with a label. */
const LABELED_MEMBERS = ['method', 'role', 'code', 'scopes', 'hidden_data'];

/** Translates the names of the audit log. Unknown names are shown unchanged. */
export function useAuditLabels() {
  const { audit, keys, none, scopes, yes, no } = useTexts();
  const formatTime = useFormatTime();
  const values: Record<string, string> = {
    ...audit.values,
    ...audit.codes,
    ...Object.fromEntries(Object.entries(scopes).map(([id, { label }]) => [id, label])),
  };
  const detail = (member: string, value: unknown): string => {
    const name = member.replace(/^previous_/, '');
    if (Array.isArray(value)) return value.map((item) => detail(name, item)).join(', ') || none;
    if (value === null) return TIME_MEMBERS.includes(name) ? keys.neverExpires : audit.indefinitely; // a retention period
    if (typeof value === 'boolean') return value ? yes : no;
    if (typeof value !== 'string') return JSON.stringify(value);
    if (value === '') return none;
    if (TIME_MEMBERS.includes(name) && !Number.isNaN(Date.parse(value))) return formatTime(value);
    return (LABELED_MEMBERS.includes(name) ? values[value] : undefined) ?? value;
  };
  return { actor: (name: string) => audit.actors[name] ?? name.replace(/^admin:/, ''), detail };
}
