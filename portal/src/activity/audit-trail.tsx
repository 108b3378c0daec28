import { useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { api } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { Waiting } from '../design/loaded.js';
import { ProblemNotice } from '../design/notice.js';
import { SearchBox } from '../design/search-box.js';
import { useTexts } from '../texts/language.js';
import { useAbsoluteTime } from '../time/use-absolute-time.js';
import { useSettled } from '../time/use-settled.js';
import { ExportButton, ExportState, useAuditExport } from './audit-export.js';
import { FilterChoices } from './audit-filters.js';
import { AuditTable } from './audit-table.js';
import { auditWords, isAbout, type AuditWords } from './audit-words.js';
import type { Found, Question } from './found-events.js';
import { isFiltered, useAuditFilter } from './use-audit-filter.js';
import { useFoundEvents } from './use-found-events.js';

/** Who did what, to be filtered, searched and taken away; a page at a time, however long the trail is. */
export function AuditTrail() {
  const texts = useTexts();
  const words = useMemo(() => auditWords(texts), [texts]);
  const { resource } = useResource(api.auditFilters);
  const [filter, setFilter] = useAuditFilter();
  const [search, setSearch] = useState('');
  const question = useQuestion(useSettled(search), words, filter);
  const { found, isLooking, problem, goOn } = useFoundEvents(question);
  const exported = useAuditExport(question);
  const isAsked = question.isAbout !== undefined || isFiltered(filter);
  return (
    <section className="card flush">
      <div className="toolbar">
        <FilterChoices
          filter={filter}
          onChange={setFilter}
          known={resource.state === 'ready' ? resource.value : undefined}
          words={words}
        />
      </div>
      <div className="toolbar">
        <SearchBox label={texts.audit.search} value={search} onChange={setSearch} />
        {!problem && (
          <FoundCount found={found} isLooking={isLooking} isSearch={question.isAbout !== undefined} />
        )}
        <ExportButton {...exported} isEmpty={found.events.length === 0} />
      </div>
      <ExportState {...exported} />
      <AuditEvents found={found} isLooking={isLooking} isAsked={isAsked} words={words} />
      {problem && (
        <ProblemNotice problem={problem}>
          <Button className="button quiet" onPress={goOn}>
            {texts.retry}
          </Button>
        </ProblemNotice>
      )}
      {!problem && !isLooking && found.hasOlder && (
        <p className="more">
          <Button className="button quiet" onPress={goOn}>
            {texts.audit.older}
          </Button>
        </p>
      )}
    </section>
  );
}

function useQuestion(search: string, words: AuditWords, filter: Question['filter']): Question {
  const exactTime = useAbsoluteTime();
  return useMemo(
    () => ({
      filter,
      isAbout: search.trim() === '' ? undefined : (event) => isAbout(event, search, words, exactTime),
    }),
    [filter, search, words, exactTime],
  );
}

interface EventsProps {
  found: Found;
  isLooking: boolean;
  isAsked: boolean;
  words: AuditWords;
}

function AuditEvents({ found: { events, hasOlder }, isLooking, isAsked, words }: EventsProps) {
  const texts = useTexts();
  if (events.length === 0 && isLooking) return <Waiting />;
  if (events.length === 0 && hasOlder) return null;
  return (
    <AuditTable events={events} words={words} empty={isAsked ? texts.nothingFound : texts.audit.empty} />
  );
}

/** Says how much is shown; the figures of a search that goes on are not read out one after the other. */
function FoundCount({ found, isLooking, isSearch }: { found: Found; isLooking: boolean; isSearch: boolean }) {
  const { audit, loading } = useTexts();
  const { events, searched, hasOlder } = found;
  if (isLooking)
    return (
      <span className="muted">
        <span role="status">{isSearch ? audit.searching : loading}</span>{' '}
        {isSearch && <span aria-hidden="true">{audit.found(events.length, searched)}</span>}
      </span>
    );
  return (
    <span className="muted" role="status">
      {isSearch && audit.found(events.length, searched)}
      {!isSearch && (hasOlder ? audit.newest(events.length) : audit.total(events.length))}
    </span>
  );
}
