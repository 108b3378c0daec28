import type { AuditEvent } from '../../api/records.js';
import { AtSigns } from '../../design/icons/links.js';
import { Moment } from '../../design/icons/moment.js';
import type { Column } from '../../design/table/column.js';
import { useTexts } from '../../texts/language.js';
import { useAbsoluteTime } from '../../time/use-absolute-time.js';
import type { PresentKeys } from '../common/key-names.js';
import { KeyName } from '../common/present-keys.js';
import styles from '../common/activity.module.css';

export function useAuditColumns(present: PresentKeys): Column<AuditEvent>[] {
  const { audit, none } = useTexts();
  const words = useAuditWords();
  return [
    { id: 'when', label: audit.when, cell: ({ at }) => <Moment at={at} /> },
    {
      id: 'what',
      label: audit.what,
      isHeader: true,
      cell: ({ action, application, api_key_id: key }) => (
        <>
          <span className="strong">{audit.actions[action] ?? action}</span>
          {application && (
            <span className="muted">
              <KeyName id={key} name={application} present={present} />
            </span>
          )}
          {key && <span className="mono small muted">{key}</span>}
        </>
      ),
    },
    { id: 'who', label: audit.who, cell: ({ actor }) => <AtSigns text={words.actor(actor)} /> },
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
                <AtSigns text={words.detail(name, value)} />
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
const INSTANTS = ['expires_at', 'kept_from'];
/** Members whose value is a name with a label. */
const NAMED = ['method', 'role', 'code', 'scopes', 'hidden_data'];

/** Translates the names of the audit log. Unknown names are shown unchanged. */
export function useAuditWords() {
  const { audit, keys, none, scopes, yes, no } = useTexts();
  const absolute = useAbsoluteTime();
  const values: Record<string, string> = {
    ...audit.values,
    ...audit.codes,
    ...Object.fromEntries(Object.entries(scopes).map(([id, { label }]) => [id, label])),
  };
  const detail = (member: string, value: unknown): string => {
    const name = member.replace(/^previous_/, '');
    if (Array.isArray(value)) return value.map((one) => detail(name, one)).join(', ') || none;
    if (value === null) return INSTANTS.includes(name) ? keys.neverEnds : audit.forEver; // a retention period
    if (typeof value === 'boolean') return value ? yes : no;
    if (typeof value !== 'string') return JSON.stringify(value);
    if (value === '') return none;
    if (INSTANTS.includes(name) && !Number.isNaN(Date.parse(value))) return absolute(value);
    return (NAMED.includes(name) ? values[value] : undefined) ?? value;
  };
  return { actor: (name: string) => audit.actors[name] ?? name.replace(/^admin:/, ''), detail };
}
