import { useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import { useResource } from '../../api/use-resource.js';
import { Button } from '../../design/controls/button.js';
import { SearchBox, useSettled } from '../../design/fields/filters.js';
import { ProblemNotice, Waiting } from '../../design/notices/notice.js';
import { Card, Toolbar } from '../../design/page/card.js';
import { TableFoot } from '../../design/table/data-table.js';
import { useTexts } from '../../texts/language.js';
import { useAbsoluteTime } from '../../time/use-absolute-time.js';
import { usePresentKeys } from '../names/use-present-keys.js';
import { ExportButton, ExportState, useAuditExport } from './audit-export.js';
import { FilterChoices } from './audit-filters.js';
import { AuditTable } from './audit-table.js';
import { auditWords } from './audit-words.js';
import { searchTerms } from './search-terms.js';
import { CheckButton, CheckState, useAuditLogCheck } from './audit-log-check.js';
import { useAuditEvents, type AuditQuery } from './use-audit-events.js';
import { isFiltered, useAuditFilter } from './use-audit-filter.js';
import styles from './audit.module.css';

/**
 * The audit log with its filters, search and export. On the page of an API key, it contains only
 * the events of that key.
 */
export function AuditLog({ ofKey }: { ofKey?: string }) {
  const texts = useTexts();
  const { audit } = texts;
  const absolute = useAbsoluteTime();
  const words = useMemo(() => auditWords(texts, absolute), [texts, absolute]);
  const { value: known } = useResource(api.auditFilters());
  const [filter, setFilter] = useAuditFilter();
  const [typed, setTyped] = useState('');
  const search = searchTerms(useSettled(typed), texts);
  const query = useMemo(
    (): AuditQuery => ({ ...filter, ...(ofKey && { api_key_id: ofKey }), search }),
    [filter, ofKey, search],
  );
  const { events, cursor, isSearchLimited, isLoading, problem, loadMore } = useAuditEvents(query);
  const exported = useAuditExport(query);
  const check = useAuditLogCheck();
  const present = usePresentKeys();
  const isNarrowed = search !== undefined || isFiltered(filter);
  const count = cursor === undefined ? audit.total(events.length) : audit.newest(events.length);
  return (
    <Card kind="flush">
      <Toolbar>
        <FilterChoices
          filter={filter}
          onChange={setFilter}
          known={known}
          words={words}
          present={present}
          isOfKey={ofKey !== undefined}
        />
      </Toolbar>
      <Toolbar>
        <SearchBox label={audit.search} value={typed} onChange={setTyped} />
        {!problem && (
          <span className="muted" role="status">
            {isLoading ? texts.loading : count} {isSearchLimited && audit.searchLimited}
          </span>
        )}
        {ofKey === undefined && <CheckButton {...check} />}
        <ExportButton {...exported} isEmpty={events.length === 0} />
      </Toolbar>
      <div className={styles.news}>
        <CheckState {...check} />
        <ExportState {...exported} />
      </div>
      <div className={styles.events}>
        {events.length === 0 && isLoading && <Waiting />}
        {(events.length > 0 || (!isLoading && !problem)) && (
          <AuditTable
            events={events}
            words={words}
            present={present}
            empty={isNarrowed ? texts.nothingFound : audit.empty}
          />
        )}
      </div>
      {problem && (
        <div className={styles.news}>
          <ProblemNotice problem={problem} onRetry={loadMore} />
        </div>
      )}
      {!problem && !isLoading && cursor !== undefined && (
        <TableFoot>
          <Button kind="quiet" onPress={loadMore}>
            {audit.older}
          </Button>
        </TableFoot>
      )}
    </Card>
  );
}
