import { useId, useMemo, useState } from 'react';
import type { AuditFilters, DayRange } from '../../api/types.js';
import { Button } from '../../design/controls/button.js';
import { DayField } from '../../design/days/day-field.js';
import { useDayDraft } from '../../design/days/day-range-picker.js';
import { CollapsibleFilters } from '../../design/fields/filters.js';
import { focusPageTitle } from '../../design/page/page.js';
import { useSession } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';
import { isDay } from '../../time/days.js';
import { FilterSelects, type FilterProps, useFilters } from '../common/filters.js';
import { keyNames, type ExistingKeys } from '../common/key-names.js';
import { useAuditLabels } from './audit-columns.js';
import dayRangeStyles from '../../design/days/day-range.module.css';

const OUTCOMES = ['done', 'refused'] as const;

/** The search parameter of each filter. The other tabs of the page have other parameters. */
const SEARCH_PARAMS = {
  actor: 'person',
  action: 'action',
  api_key_id: 'key',
  outcome: 'outcome',
  startdate: 'from',
  enddate: 'to',
};
const NO_FILTERS = Object.fromEntries(Object.keys(SEARCH_PARAMS).map((name) => [name, undefined]));

/** Returns the filters in the URL. Ignores values that the service does not accept. */
export function useAuditFilters() {
  const [rawFilters, setFilters] = useFilters(SEARCH_PARAMS);
  const filters = useMemo(() => {
    const { startdate: first, enddate: last, outcome, ...others } = rawFilters;
    const [startdate, enddate] = [first, last].map((day) => (day && isDay(day) ? day : undefined));
    const isReversed = startdate && enddate && startdate > enddate;
    return {
      ...others,
      ...(OUTCOMES.some((known) => known === outcome) && { outcome }),
      ...(startdate && !isReversed && { startdate }),
      ...(enddate && !isReversed && { enddate }),
    };
  }, [rawFilters]);
  return [filters, setFilters] as const;
}

interface AuditLogFiltersProps extends FilterProps {
  /** The available options. Until they are loaded, the only option is the current one. */
  available: AuditFilters | undefined;
  existingKeys: ExistingKeys;
  /** True on the page of an API key, which hides the filter by key. */
  isForOneKey: boolean;
}

export function AuditLogFilters({
  filters,
  onChange,
  available,
  existingKeys,
  isForOneKey,
}: AuditLogFiltersProps) {
  const { audit, activity, keys: keyTexts } = useTexts();
  const labels = useAuditLabels();
  const people = (available?.actors ?? []).map((id) => ({ id, label: labels.actor(id) }));
  const names = keyNames(available?.keys ?? [], existingKeys, activity.deletedKey);
  const keys = [...names].map(([id, label]) => ({ id, label }));
  const actions = Object.entries(audit.actions).map(([id, label]) => ({ id, label }));
  const outcomes = OUTCOMES.map((id) => ({ id, label: audit.outcomes[id] }));
  const inUse = Object.keys(filters).length;
  const [clearCount, setClearCount] = useState(0);
  const clear = () => {
    focusPageTitle();
    setClearCount(clearCount + 1);
    onChange(NO_FILTERS);
  };
  return (
    <CollapsibleFilters activeCount={inUse}>
      {/* the key discards days that were typed but not applied */}
      <AuditDayRange key={clearCount} filters={filters} onChange={onChange} />
      <FilterSelects
        filters={filters}
        onChange={onChange}
        selects={[
          { name: 'actor', label: audit.person, allLabel: audit.allPeople, options: people },
          ...(isForOneKey
            ? []
            : [{ name: 'api_key_id', label: keyTexts.key, allLabel: keyTexts.all, options: keys }]),
          { name: 'action', label: audit.action, allLabel: audit.allActions, options: actions },
          { name: 'outcome', label: audit.outcome, allLabel: audit.allOutcomes, options: outcomes },
        ]}
      />
      {inUse > 0 && (
        <Button kind="quiet" onPress={clear}>
          {audit.clear}
        </Button>
      )}
    </CollapsibleFilters>
  );
}

/** The fields for the first and last day, which are both optional. */
function AuditDayRange({ filters: { startdate = '', enddate = '' }, onChange }: FilterProps) {
  const { days: texts } = useTexts();
  const { time_zone: zone } = useSession();
  const errorId = useId();
  const { values, error, setDays } = useDayDraft({
    range: { startdate, enddate },
    setRange: (days) =>
      onChange({ startdate: days.startdate || undefined, enddate: days.enddate || undefined }),
    validate: validateRange,
  });
  const renderDayField = (label: string, bound: keyof DayRange) => (
    <DayField
      label={label}
      value={values[bound]}
      isInvalid={error !== undefined}
      errorId={error && errorId}
      onChange={(day) => setDays({ ...values, [bound]: day })}
    />
  );
  return (
    <div className={dayRangeStyles.dayRange} role="group" aria-label={texts.zone(zone)}>
      {renderDayField(texts.from, 'startdate')}
      {renderDayField(texts.to, 'enddate')}
      {error && (
        <p id={errorId} className="problem-text" role="alert">
          {texts.errors.wrongOrder()}
        </p>
      )}
    </div>
  );
}

const validateRange = ({ startdate, enddate }: DayRange) =>
  startdate !== '' && enddate !== '' && startdate > enddate ? 'wrongOrder' : undefined;
