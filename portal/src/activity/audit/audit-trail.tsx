import { useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import { useResource } from '../../api/use-resource.js';
import { Waiting } from '../../design/notices/loaded.js';
import { ProblemNotice } from '../../design/notices/notice.js';
import { SearchBox } from '../../design/fields/search-box.js';
import type { Texts } from '../../texts/en.js';
import { useTexts } from '../../texts/language.js';
import { useAbsoluteTime } from '../../time/use-absolute-time.js';
import { useSettled } from '../../time/use-settled.js';
import { ExportButton, ExportState, useAuditExport } from './export/audit-export.js';
import { FilterChoices } from './filter/audit-filters.js';
import { AuditTable } from './audit-table.js';
import { auditWords, isAbout, type AuditWords } from './search/audit-words.js';
import { SEARCH_STEP, STEP, type Found, type Question } from './search/found-events.js';
import { NEWEST_FIRST, sortingOf, sortOf } from './filter/audit-sorting.js';
import { searchTerms } from './search/search-terms.js';
import { CheckButton, CheckState, useTrailCheck } from './trail-check.js';
import { isFiltered, useAuditFilter } from './filter/use-audit-filter.js';
import type { PresentKeys } from '../names/key-names.js';
import { usePresentKeys } from '../names/use-present-keys.js';
import { useFoundEvents } from './search/use-found-events.js';
import { Button } from '../../design/controls/button.js';
import { Card, Toolbar } from '../../design/page/card.js';
import { TableFoot } from '../../design/table/data-table.js';
import styles from './audit.module.css';

/**
 * Who did what, to be filtered, searched and taken away; a page at a time, however long the trail is. On the page of a key, what was
 * done to that one.
 */
export function AuditTrail({ ofKey }: { ofKey?: string }) {
  const texts = useTexts();
  const words = useMemo(() => auditWords(texts), [texts]);
  const { value: known } = useResource(api.auditFilters());
  const [filter, setFilter] = useAuditFilter();
  const [search, setSearch] = useState('');
  const asked = useMemo(() => (ofKey ? { ...filter, api_key_id: ofKey } : filter), [filter, ofKey]);
  const question = useQuestion(useSettled(search), words, asked);
  const { found, isLooking, problem, goOn } = useFoundEvents(question);
  const exported = useAuditExport(question);
  const check = useTrailCheck();
  const present = usePresentKeys();
  const isAsked = question.search !== undefined || isFiltered(filter);
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
        <SearchBox label={texts.audit.search} value={search} onChange={setSearch} />
        {!problem && <FoundCount found={found} isLooking={isLooking} question={question} />}
        {ofKey === undefined && <CheckButton {...check} />}
        <ExportButton {...exported} isEmpty={found.events.length === 0} />
      </Toolbar>
      <div className={styles.news}>
        <CheckState {...check} />
        <ExportState {...exported} />
      </div>
      <div className={styles.events}>
        <AuditEvents
          found={found}
          isLooking={isLooking}
          isAsked={isAsked}
          words={words}
          present={present}
          sort={filter.sort}
          onSort={(sort) => setFilter({ sort })}
        />
      </div>
      {problem && (
        <div className={styles.news}>
          <ProblemNotice problem={problem} onRetry={goOn} />
        </div>
      )}
      {!problem && !isLooking && found.hasMore && (
        <TableFoot>
          <Button kind="quiet" onPress={goOn}>
            {moreLabel(texts, found, question)}
          </Button>
        </TableFoot>
      )}
    </Card>
  );
}

const isNewestFirst = ({ filter: { sort = NEWEST_FIRST } }: Question): boolean => sort === NEWEST_FIRST;

function moreLabel({ audit }: Texts, { events, waiting }: Found, question: Question): string {
  // less than was wanted: the search has come to the end of a step
  if (question.search && waiting.length === 0 && (events.length === 0 || events.length % STEP !== 0))
    return audit.goOn(SEARCH_STEP);
  return isNewestFirst(question) ? audit.older : audit.more;
}

function useQuestion(search: string, words: AuditWords, filter: Question['filter']): Question {
  const texts = useTexts();
  const exactTime = useAbsoluteTime();
  return useMemo(
    () => ({
      filter,
      search:
        search.trim() === ''
          ? undefined
          : {
              terms: searchTerms(search, texts, exactTime),
              isAbout: (event) => isAbout(event, search, words, exactTime),
            },
    }),
    [filter, search, words, texts, exactTime],
  );
}

interface EventsProps {
  found: Found;
  isLooking: boolean;
  isAsked: boolean;
  words: AuditWords;
  present: PresentKeys;
  sort: string | undefined;
  onSort: (sort: string) => void;
}

function AuditEvents({
  found: { events, hasMore },
  isLooking,
  isAsked,
  words,
  present,
  sort,
  onSort,
}: EventsProps) {
  const texts = useTexts();
  if (events.length === 0 && isLooking) return <Waiting />;
  if (events.length === 0 && hasMore) return null;
  return (
    <AuditTable
      events={events}
      words={words}
      present={present}
      empty={isAsked ? texts.nothingFound : texts.audit.empty}
      sorting={sortingOf(sort)}
      onSort={(sorting) => onSort(sortOf(sorting))}
    />
  );
}

/** Says how much is shown; the figures of a search that goes on are not read out one after the other. */
function FoundCount({
  found,
  isLooking,
  question,
}: {
  found: Found;
  isLooking: boolean;
  question: Question;
}) {
  const { audit, loading } = useTexts();
  const { events, searched, hasMore } = found;
  const isSearch = question.search !== undefined;
  if (isLooking)
    return (
      <span className="muted">
        <span role="status">{isSearch ? audit.searching : loading}</span>{' '}
        {isSearch && <span aria-hidden="true">{audit.found(events.length, searched)}</span>}
      </span>
    );
  const ofMore = isNewestFirst(question) ? audit.newest : audit.first;
  return (
    <span className="muted" role="status">
      {isSearch && audit.found(events.length, searched)}
      {!isSearch && (hasMore ? ofMore(events.length) : audit.total(events.length))}
    </span>
  );
}
