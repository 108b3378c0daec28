import { useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import type { AuditFlaw } from '../../api/records.js';
import { useLongWork, useResource } from '../../api/hooks.js';
import { Button } from '../../design/controls/button.js';
import { SearchBox, useSettled } from '../../design/fields/filters.js';
import { Notice, ProblemNotice, Waiting } from '../../design/notices/notice.js';
import { Card, Toolbar } from '../../design/page/card.js';
import { TableFoot } from '../../design/table/data-table.js';
import { useTexts } from '../../texts/language.js';
import { useAbsoluteTime } from '../../time/use-absolute-time.js';
import { usePresentKeys } from '../common/present-keys.js';
import {
  type AuditQuery,
  ExportButton,
  ExportState,
  useAuditEvents,
  useAuditExport,
} from './audit-export.js';
import { FilterChoices, isFiltered, useAuditFilter } from './audit-filters.js';
import { AuditTable, auditWords } from './audit-table.js';
import { searchTerms } from './search-terms.js';
import styles from '../common/activity.module.css';

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

interface Checked {
  readonly events: number;
  readonly total: number;
  readonly last: number;
  readonly hash: string;
  readonly flaws: readonly AuditFlaw[];
}

const NOTHING: Checked = { events: 0, total: 0, last: 0, hash: '', flaws: [] };
const MOST_FLAWS = 100;

/** Verifies the hash chain of the whole audit log, page by page. */
const useAuditLogCheck = () =>
  useLongWork(NOTHING, async (signal, tell) => {
    let checked = NOTHING;
    for (let after: number | null = 0; after !== null;) {
      const piece = await api.verifyAuditLog(after).load(signal);
      checked = {
        events: checked.events + piece.events,
        total: piece.total,
        last: piece.last_sequence,
        hash: piece.last_hash,
        flaws: [...checked.flaws, ...piece.flaws].slice(0, MOST_FLAWS),
      };
      after = piece.next;
      tell(checked);
    }
  });

type AuditLogCheck = ReturnType<typeof useAuditLogCheck>;

function CheckButton({ state, run }: AuditLogCheck) {
  const { audit } = useTexts();
  return (
    <Button isDisabled={state.is === 'busy'} onPress={run}>
      {audit.check}
    </Button>
  );
}

/** Shows the progress or the result of the verification. */
function CheckState({ state, run, stop }: AuditLogCheck) {
  const texts = useTexts();
  const { audit } = texts;
  if (state.is === 'idle') return null;
  if (state.is === 'failed') return <ProblemNotice problem={state.problem} onRetry={run} />;
  const { events, total, last, hash, flaws } = state.soFar;
  if (state.is === 'busy')
    return (
      <Notice kind="info">
        {audit.checking}{' '}
        <progress aria-label={audit.checking} max={Math.max(total, events, 1)} value={events} />{' '}
        <span aria-hidden="true">{audit.checked(events, total)}</span>
        <Button kind="quiet" onPress={stop}>
          {texts.cancel}
        </Button>
      </Notice>
    );
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
