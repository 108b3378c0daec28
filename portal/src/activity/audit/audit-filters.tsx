import { useId, useMemo } from 'react';
import type { AuditFilters, DayRange } from '../../api/records.js';
import { Button } from '../../design/controls/button.js';
import { DayField } from '../../design/days/day-field.js';
import { useDayDraft } from '../../design/days/day-range.js';
import { FoldedFilters } from '../../design/fields/filters.js';
import { focusPageTitle } from '../../design/page/page.js';
import { useSession } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';
import { isDay } from '../../time/days.js';
import { FilterChoices, type FilterProps, useFilters } from '../common/filters.js';
import { keyNames, type PresentKeys } from '../common/key-names.js';
import { useAuditWords } from './audit-table.js';
import days from '../../design/days/day-range.module.css';

const OUTCOMES = ['done', 'refused'] as const;

/** The names of the address parameters. The requests on the same page have other parameters. */
const IN_ADDRESS = {
  actor: 'person',
  action: 'action',
  api_key_id: 'key',
  outcome: 'outcome',
  startdate: 'from',
  enddate: 'to',
};
const NO_FILTERS = Object.fromEntries(Object.keys(IN_ADDRESS).map((name) => [name, undefined]));

/** Returns the filters in the address. Ignores values that the service does not accept. */
export function useAuditFilters() {
  const [given, change] = useFilters(IN_ADDRESS);
  const filters = useMemo(() => {
    const { startdate: first, enddate: last, outcome, ...others } = given;
    const [startdate, enddate] = [first, last].map((day) => (day && isDay(day) ? day : undefined));
    const isReversed = startdate && enddate && startdate > enddate;
    return {
      ...others,
      ...(OUTCOMES.some((known) => known === outcome) && { outcome }),
      ...(startdate && !isReversed && { startdate }),
      ...(enddate && !isReversed && { enddate }),
    };
  }, [given]);
  return [filters, change] as const;
}

interface FilterChoicesProps extends FilterProps {
  /** The available options. Until they are loaded, the only option is the current one. */
  known: AuditFilters | undefined;
  present: PresentKeys;
  /** True on the page of an API key, which hides the filter by key. */
  isOfKey: boolean;
}

export function AuditFilterChoices({ filters, onChange, known, present, isOfKey }: FilterChoicesProps) {
  const { audit, activity, keys: keyTexts } = useTexts();
  const words = useAuditWords();
  const people = (known?.actors ?? []).map((id) => ({ id, label: words.actor(id) }));
  const names = keyNames(known?.keys ?? [], present, activity.deletedKey);
  const keys = [...names].map(([id, label]) => ({ id, label }));
  const actions = Object.entries(audit.actions).map(([id, label]) => ({ id, label }));
  const outcomes = OUTCOMES.map((id) => ({ id, label: audit.outcomes[id] }));
  const inUse = Object.keys(filters).length;
  const clear = () => {
    focusPageTitle();
    onChange(NO_FILTERS);
  };
  return (
    <FoldedFilters inUse={inUse}>
      <AuditDays filters={filters} onChange={onChange} />
      <FilterChoices
        filters={filters}
        onChange={onChange}
        choices={[
          { name: 'actor', label: audit.person, all: audit.allPeople, options: people },
          ...(isOfKey ? [] : [{ name: 'api_key_id', label: keyTexts.key, all: keyTexts.all, options: keys }]),
          { name: 'action', label: audit.action, all: audit.allActions, options: actions },
          { name: 'outcome', label: audit.outcome, all: audit.allOutcomes, options: outcomes },
        ]}
      />
      {inUse > 0 && (
        <Button kind="quiet" onPress={clear}>
          {audit.clear}
        </Button>
      )}
    </FoldedFilters>
  );
}

/** The fields for the first and last day, which are both optional. */
function AuditDays({ filters: { startdate = '', enddate = '' }, onChange }: FilterProps) {
  const { days: texts } = useTexts();
  const { time_zone: zone } = useSession();
  const problemId = useId();
  const { shown, mistake, type } = useDayDraft({
    range: { startdate, enddate },
    choose: (days) =>
      onChange({ startdate: days.startdate || undefined, enddate: days.enddate || undefined }),
    mistakeIn,
  });
  const field = (label: string, end: keyof DayRange) => (
    <DayField
      label={label}
      value={shown[end]}
      isInvalid={mistake !== undefined}
      problemId={mistake && problemId}
      onChange={(day) => type({ ...shown, [end]: day })}
    />
  );
  return (
    <div className={days.dayRange} role="group" aria-label={texts.zone(zone)}>
      {field(texts.from, 'startdate')}
      {field(texts.to, 'enddate')}
      {mistake && (
        <p id={problemId} className="problem-text" role="alert">
          {texts.mistakes.wrongOrder()}
        </p>
      )}
    </div>
  );
}

const mistakeIn = ({ startdate, enddate }: DayRange) =>
  startdate !== '' && enddate !== '' && startdate > enddate ? 'wrongOrder' : undefined;
