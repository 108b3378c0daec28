import type { AuditEvent } from '../../api/records.js';
import { AtSigns } from '../../design/icons/links.js';
import { Moment } from '../../design/icons/moment.js';
import { DataTable } from '../../design/table/data-table.js';
import type { Texts } from '../../texts/en.js';
import { useTexts } from '../../texts/language.js';
import { KeyName } from '../common/present-keys.js';
import type { PresentKeys } from '../common/key-names.js';
import styles from '../common/activity.module.css';

interface Props {
  events: readonly AuditEvent[];
  words: AuditWords;
  present: PresentKeys;
  empty: string;
}

export function AuditTable({ events, words, present, empty }: Props) {
  const { audit, none } = useTexts();
  return (
    <DataTable
      label={audit.what}
      rows={events}
      rowId={({ sequence }) => String(sequence)}
      isPart
      atOnce={events.length}
      empty={empty}
      columns={[
        {
          id: 'when',
          label: audit.when,
          cell: ({ at }) => <Moment at={at} />,
        },
        {
          id: 'what',
          label: audit.what,
          isHeader: true,
          cell: ({ action, application, api_key_id: key }) => (
            <>
              <span className="strong">{words.action(action)}</span>
              {application && (
                <span className="muted">
                  <KeyName id={key} name={application} present={present} />
                </span>
              )}
              {key && <span className="mono small muted">{key}</span>}
            </>
          ),
        },
        {
          id: 'who',
          label: audit.who,
          cell: ({ actor }) => <AtSigns text={words.actor(actor)} />,
        },
        {
          id: 'details',
          label: audit.details,
          cell: (event) => <Details details={words.details(event)} />,
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
      ]}
    />
  );
}

function Details({ details }: { details: readonly Detail[] }) {
  const { none } = useTexts();
  if (details.length === 0) return <span className="muted">{none}</span>;
  return (
    <ul className={styles.details} role="list">
      {details.map(({ label, text }) => (
        <li key={label}>
          <span className="muted">{label}:</span> <AtSigns text={text} />
        </li>
      ))}
    </ul>
  );
}

interface Detail {
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
