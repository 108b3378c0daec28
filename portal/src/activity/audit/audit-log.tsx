import { useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import type { AuditFilter, AuditFlaw, AuditPage } from '../../api/records.js';
import { useLongWork, useResource } from '../../api/hooks.js';
import { Button } from '../../design/controls/button.js';
import { SearchBox, useSettled } from '../../design/fields/filters.js';
import { Notice } from '../../design/notices/notice.js';
import { Card, Toolbar } from '../../design/page/card.js';
import { useTexts } from '../../texts/language.js';
import { PagedTable, usePages } from '../common/pages.js';
import { usePresentKeys } from '../common/present-keys.js';
import { type AuditQuery, useAuditExport, WorkNews } from './audit-export.js';
import { AuditFilterChoices, useAuditFilters } from './audit-filters.js';
import { useAuditColumns } from './audit-table.js';
import { searchTerms } from './search-terms.js';
import styles from '../common/activity.module.css';

/**
 * The audit log with its filters, search and export. On the page of an API key, it contains only
 * the events of that key.
 */
export function AuditLog({ ofKey }: { ofKey?: string }) {
  const texts = useTexts();
  const { audit } = texts;
  const { value: known } = useResource(api.auditFilters());
  const [filters, setFilters] = useAuditFilters();
  const [typed, setTyped] = useState('');
  const search = searchTerms(useSettled(typed), texts);
  const query = useMemo(
    (): AuditQuery => ({ ...(filters as AuditFilter), ...(ofKey && { api_key_id: ofKey }), search }),
    [filters, ofKey, search],
  );
  const list = usePages(query, api.auditEvents, nextOf);
  const events = list.pages.flatMap((page) => page.events);
  const count = list.hasMore ? audit.newest(events.length) : audit.total(events.length);
  const exported = useAuditExport(query);
  const checked = useAuditLogCheck();
  const present = usePresentKeys();
  const columns = useAuditColumns(present);
  const isNarrowed = search !== undefined || Object.keys(filters).length > 0;
  return (
    <Card kind="flush">
      <Toolbar>
        <AuditFilterChoices
          filters={filters}
          onChange={setFilters}
          known={known}
          present={present}
          isOfKey={ofKey !== undefined}
        />
      </Toolbar>
      <Toolbar>
        <SearchBox label={audit.search} value={typed} onChange={setTyped} />
        {!list.problem && (
          <span className="muted" role="status">
            {list.isLoading ? texts.loading : count}{' '}
            {list.pages.at(-1)?.isSearchLimited && audit.searchLimited}
          </span>
        )}
        {ofKey === undefined && (
          <Button isPending={checked.state.is === 'busy'} onPress={checked.run}>
            {audit.check}
          </Button>
        )}
        <Button
          isDisabled={events.length === 0}
          isPending={exported.state.is === 'busy'}
          onPress={exported.run}
          icon="download"
        >
          {audit.export}
        </Button>
      </Toolbar>
      <div className={styles.news}>
        <WorkNews
          work={checked}
          busy={({ events: soFar, total }) => (
            <>
              {audit.checking}{' '}
              <progress aria-label={audit.checking} max={Math.max(total, soFar, 1)} value={soFar} />{' '}
              <span aria-hidden="true">{audit.checked(soFar, total)}</span>
            </>
          )}
          done={(result) => <CheckResult {...result} />}
        />
        <WorkNews
          work={exported}
          failed={audit.exportFailed}
          busy={(soFar) => (
            <>
              {audit.exporting} <span aria-hidden="true">{audit.total(soFar)}</span>
            </>
          )}
          done={(total) => <Notice kind="success">{audit.exported(total)}</Notice>}
        />
      </div>
      <PagedTable
        list={list}
        label={audit.what}
        rows={events}
        rowId={({ sequence }) => String(sequence)}
        columns={columns}
        empty={isNarrowed ? texts.nothingFound : audit.empty}
        older={audit.older}
      />
    </Card>
  );
}

const nextOf = ({ cursor }: AuditPage) => cursor;

const NOTHING = { events: 0, total: 0, last_sequence: 0, last_hash: '', flaws: [] as AuditFlaw[] };
const MOST_FLAWS = 100;

/** Verifies the hash chain of the whole audit log, page by page. */
const useAuditLogCheck = () =>
  useLongWork(NOTHING, async (signal, tell) => {
    let checked = NOTHING;
    for (let after: number | null = 0; after !== null;) {
      const piece = await api.verifyAuditLog(after).load(signal);
      checked = {
        ...piece,
        events: checked.events + piece.events,
        flaws: [...checked.flaws, ...piece.flaws].slice(0, MOST_FLAWS),
      };
      after = piece.next;
      tell(checked);
    }
  });

function CheckResult({ events, last_sequence: last, last_hash: hash, flaws }: typeof NOTHING) {
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
