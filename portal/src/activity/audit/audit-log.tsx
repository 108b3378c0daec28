import { useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import type { AuditFilter, AuditFlaw, AuditPage } from '../../api/types.js';
import { useLongTask, useResource } from '../../api/hooks.js';
import { Button } from '../../design/controls/button.js';
import { SearchBox, useDebounced } from '../../design/fields/filters.js';
import { Notice } from '../../design/notices/notice.js';
import { Card, Toolbar } from '../../design/page/card.js';
import { useTexts } from '../../texts/language.js';
import { PagedTable, usePagedList } from '../common/paged-table.js';
import { useExistingKeys } from '../common/existing-keys.js';
import { type AuditQuery, useAuditExport, TaskStatus } from './audit-export.js';
import { AuditLogFilters, useAuditFilters } from './audit-filters.js';
import { useAuditColumns } from './audit-columns.js';
import { searchTerms } from './search-terms.js';
import styles from '../common/activity.module.css';

/**
 * The audit log with its filters, search and export. On the page of an API key, it contains only
 * the events of that key.
 */
export function AuditLog({ apiKeyId }: { apiKeyId?: string }) {
  const texts = useTexts();
  const { audit } = texts;
  const { value: availableFilters } = useResource(api.auditFilters());
  const [filters, setFilters] = useAuditFilters();
  const [searchText, setSearchText] = useState('');
  const search = searchTerms(useDebounced(searchText), texts);
  const query = useMemo(
    (): AuditQuery => ({ ...(filters as AuditFilter), ...(apiKeyId && { api_key_id: apiKeyId }), search }),
    [filters, apiKeyId, search],
  );
  const list = usePagedList(query, api.auditEvents, nextCursor);
  const events = list.pages.flatMap((page) => page.events);
  const count = list.hasMore ? audit.newest(events.length) : audit.total(events.length);
  const exportTask = useAuditExport(query);
  const checkTask = useAuditLogCheck();
  const existingKeys = useExistingKeys();
  const columns = useAuditColumns(existingKeys);
  const isFiltered = search !== undefined || Object.keys(filters).length > 0;
  return (
    <Card kind="flush">
      <Toolbar>
        <AuditLogFilters
          filters={filters}
          onChange={setFilters}
          available={availableFilters}
          existingKeys={existingKeys}
          isForOneKey={apiKeyId !== undefined}
        />
      </Toolbar>
      <Toolbar>
        <SearchBox label={audit.search} value={searchText} onChange={setSearchText} />
        {!list.problem && (
          <span className="muted" role="status">
            {list.isLoading ? texts.loading : count}{' '}
            {list.pages.at(-1)?.isSearchLimited && audit.searchLimited}
          </span>
        )}
        {apiKeyId === undefined && (
          <Button isPending={checkTask.state.status === 'busy'} onPress={checkTask.run}>
            {audit.check}
          </Button>
        )}
        <Button
          isDisabled={events.length === 0}
          isPending={exportTask.state.status === 'busy'}
          onPress={exportTask.run}
          icon="download"
        >
          {audit.export}
        </Button>
      </Toolbar>
      <div className={styles.news}>
        <TaskStatus
          task={checkTask}
          renderProgress={({ events: soFar, total }) => (
            <>
              {audit.checking}{' '}
              <progress aria-label={audit.checking} max={Math.max(total, soFar, 1)} value={soFar} />{' '}
              <span aria-hidden="true">{audit.checked(soFar, total)}</span>
            </>
          )}
          renderResult={(result) => <CheckResult {...result} />}
        />
        <TaskStatus
          task={exportTask}
          errorPrefix={audit.exportFailed}
          renderProgress={({ events: soFar }) => (
            <>
              {audit.exporting} <span aria-hidden="true">{audit.total(soFar)}</span>
            </>
          )}
          renderResult={({ events: total, isSearchLimited }) => (
            <Notice kind={isSearchLimited ? 'warning' : 'success'}>
              {audit.exported(total)} {isSearchLimited && audit.searchLimited}
            </Notice>
          )}
        />
      </div>
      <PagedTable
        list={list}
        label={audit.what}
        rows={events}
        rowId={({ sequence }) => String(sequence)}
        columns={columns}
        empty={isFiltered ? texts.nothingFound : audit.empty}
        loadMoreLabel={audit.older}
      />
    </Card>
  );
}

const nextCursor = ({ cursor }: AuditPage) => cursor;

const INITIAL_RESULT = { events: 0, total: 0, last_sequence: 0, last_hash: '', flaws: [] as AuditFlaw[] };
const MAX_FLAWS = 100;

/** Verifies the hash chain of the whole audit log, page by page. */
const useAuditLogCheck = () =>
  useLongTask(INITIAL_RESULT, async (signal, reportProgress) => {
    let result = INITIAL_RESULT;
    for (let after: number | null = 0; after !== null;) {
      const page = await api.verifyAuditLog(after).load(signal);
      result = {
        ...page,
        events: result.events + page.events,
        flaws: [...result.flaws, ...page.flaws].slice(0, MAX_FLAWS),
      };
      after = page.next;
      reportProgress(result);
    }
  });

function CheckResult({ events, last_sequence: last, last_hash: hash, flaws }: typeof INITIAL_RESULT) {
  const { audit } = useTexts();
  if (flaws.length === 0)
    return (
      <Notice kind="success">
        {audit.intact(events)} {last > 0 && <span className="mono small">{audit.lastHash(last, hash)}</span>}
      </Notice>
    );
  return (
    <Notice kind="problem">
      {audit.notIntact}
      <ul className={styles.details}>
        {flaws.map(({ sequence, flaw }) => (
          <li key={`${sequence} ${flaw}`}>{audit.flaws[flaw](sequence)}</li>
        ))}
      </ul>
    </Notice>
  );
}
