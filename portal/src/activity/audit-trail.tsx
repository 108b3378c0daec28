import { useState } from 'react';
import { Button } from 'react-aria-components';
import { api } from '../api/client.js';
import type { AuditEvent } from '../api/records.js';
import { useResource } from '../api/use-resource.js';
import { useSession } from '../app/session.js';
import { Choice } from '../design/choice.js';
import { Icon } from '../design/icon.js';
import { Loaded } from '../design/loaded.js';
import { SearchBox } from '../design/search-box.js';
import { matches } from '../design/sorting.js';
import { useTexts } from '../texts/language.js';
import { auditCsv } from './audit-csv.js';
import { AuditTable } from './audit-table.js';
import { download } from './download.js';

const ALL = 'all';

/** Who did what, to be searched and taken away. */
export function AuditTrail() {
  const loading = useResource(api.auditEvents);
  return <Loaded loading={loading}>{(events) => <FilteredEvents events={events} />}</Loaded>;
}

function FilteredEvents({ events }: { events: readonly AuditEvent[] }) {
  const texts = useTexts();
  const { enterprise_id: enterprise } = useSession();
  const [search, setSearch] = useState('');
  const [action, setAction] = useState(ALL);
  const found = events.filter(
    (event) => (action === ALL || event.action === action) && isAbout(event, search),
  );
  const actions = [...new Set(events.map((event) => event.action))].toSorted();
  return (
    <section className="card flush">
      <div className="toolbar">
        <SearchBox label={texts.audit.search} value={search} onChange={setSearch} />
        <Choice
          label={texts.audit.action}
          value={action}
          options={[
            { id: ALL, label: texts.audit.allActions },
            ...actions.map((id) => ({ id, label: texts.audit.actions[id] ?? id })),
          ]}
          onChange={setAction}
        />
        <span className="muted" role="status">
          {found.length < events.length
            ? texts.shownOf(found.length, events.length)
            : texts.audit.total(events.length)}
        </span>
        <Button
          className="button"
          isDisabled={found.length === 0}
          onPress={() => download(`audit-${enterprise}.csv`, 'text/csv', auditCsv(found))}
        >
          <Icon name="download" />
          {texts.audit.export}
        </Button>
      </div>
      <AuditTable events={found} empty={events.length === 0 ? texts.audit.empty : undefined} />
    </section>
  );
}

const isAbout = (event: AuditEvent, search: string): boolean =>
  matches(
    search,
    event.actor,
    event.application,
    event.address,
    event.request_id,
    JSON.stringify(event.details),
  );
