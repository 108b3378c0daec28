import type { AuditEvent } from '../../api/records.js';
import { AtSigns } from '../../design/icons/links.js';
import { DataTable } from '../../design/table/data-table.js';
import { useTexts } from '../../texts/language.js';
import { Moment } from '../../design/icons/moment.js';
import { KeyName } from '../names/key-name.js';
import type { PresentKeys } from '../names/key-names.js';
import type { AuditWords, Detail } from './audit-words.js';
import styles from './audit.module.css';

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
