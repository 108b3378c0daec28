import type { AuditEvent } from '../api/records.js';
import { DataTable } from '../design/data-table.js';
import { useTexts } from '../texts/language.js';
import { Moment } from '../time/moment.js';

export function AuditTable({ events, empty }: { events: readonly AuditEvent[]; empty: string | undefined }) {
  const { audit, none } = useTexts();
  return (
    <DataTable
      label={audit.what}
      rows={events}
      rowId={({ sequence }) => String(sequence)}
      sorting={{ column: 'when', descending: true }}
      empty={empty}
      columns={[
        {
          id: 'when',
          label: audit.when,
          sortBy: ({ sequence }) => sequence,
          cell: ({ at }) => <Moment at={at} />,
        },
        {
          id: 'what',
          label: audit.what,
          isHeader: true,
          sortBy: ({ action }) => audit.actions[action] ?? action,
          cell: ({ action, application }) => (
            <>
              <span className="strong">{audit.actions[action] ?? action}</span>
              {application && <span className="muted">{application}</span>}
            </>
          ),
        },
        { id: 'who', label: audit.who, sortBy: ({ actor }) => actor, cell: ({ actor }) => actor },
        { id: 'details', label: audit.details, cell: ({ details }) => <Details details={details} /> },
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

function Details({ details }: { details: Record<string, unknown> }) {
  const { audit, none } = useTexts();
  const entries = Object.entries(details);
  if (entries.length === 0) return <span className="muted">{none}</span>;
  return (
    <ul className="details" role="list">
      {entries.map(([name, value]) => (
        <li key={name}>
          <span className="muted">{audit.members[name] ?? name}:</span> {textOf(value)}
        </li>
      ))}
    </ul>
  );
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
