import { useId, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { AuditFilter, AuditFilters, DayRange } from '../../api/records.js';
import { Button } from '../../design/controls/button.js';
import { DayField } from '../../design/days/day-field.js';
import { useDayDraft } from '../../design/days/day-range.js';
import { byLabel, FilterChoice, type Option } from '../../design/fields/choice.js';
import { FoldedFilters } from '../../design/fields/filters.js';
import { useSession } from '../../session/session.js';
import { useAddressChange } from '../../session/use-in-address.js';
import { useTexts } from '../../texts/language.js';
import { isDay } from '../../time/days.js';
import { keyNames, type PresentKeys } from '../common/key-names.js';
import type { AuditWords } from './audit-table.js';
import days from '../../design/days/day-range.module.css';

interface FilterChoicesProps {
  filter: AuditFilter;
  onChange: (change: AuditFilter) => void;
  /** The available options. Until they are loaded, the only option is the current one. */
  known: AuditFilters | undefined;
  words: AuditWords;
  present: PresentKeys;
  /** True on the page of an API key, which hides the filter by key. */
  isOfKey: boolean;
}

/** The filters by user, key, action and outcome, all of which the service applies. */
export function FilterChoices({ filter, onChange, known, words, present, isOfKey }: FilterChoicesProps) {
  const { audit, activity } = useTexts();
  const people = (known?.actors ?? []).map((id) => ({ id, label: words.actor(id) }));
  const names = keyNames(known?.keys ?? [], present, activity.deletedKey);
  const keys = [...names].map(([id, label]) => ({ id, label }));
  const actions = Object.entries(audit.actions).map(([id, label]) => ({ id, label }));
  const outcomes = OUTCOMES.map((id) => ({ id, label: audit.outcomes[id] }));
  const choice = (name: keyof AuditFilter, label: string, all: string, options: Option[]) => {
    const value = filter[name];
    // the address may contain values that are not in the audit log
    const isMissing = value !== undefined && options.every(({ id }) => id !== value);
    return (
      <FilterChoice
        label={label}
        all={all}
        value={value}
        options={[...options.toSorted(byLabel), ...(isMissing ? [{ id: value, label: value }] : [])]}
        onChange={(chosen) => onChange({ [name]: chosen })}
      />
    );
  };
  const inUse = Object.values(filter).filter((value: unknown) => value !== undefined).length;
  return (
    <FoldedFilters inUse={inUse}>
      <AuditDays filter={filter} onChange={onChange} />
      {choice('actor', audit.person, audit.allPeople, people)}
      {!isOfKey && choice('api_key_id', activity.key, activity.allKeys, keys)}
      {choice('action', audit.action, audit.allActions, actions)}
      {choice('outcome', audit.outcome, audit.allOutcomes, outcomes)}
      {isFiltered(filter) && (
        <Button kind="quiet" onPress={() => onChange(NO_FILTER)}>
          {audit.clear}
        </Button>
      )}
    </FoldedFilters>
  );
}

interface AuditDaysProps {
  filter: AuditFilter;
  onChange: (change: AuditFilter) => void;
}

/** The fields for the first and last day, which are both optional. */
function AuditDays({ filter: { startdate = '', enddate = '' }, onChange }: AuditDaysProps) {
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

const OUTCOMES = ['done', 'refused'] as const;

/** The names of the address parameters. The requests on the same page have other parameters. */
const IN_ADDRESS = {
  actor: 'person',
  action: 'action',
  api_key_id: 'key',
  outcome: 'outcome',
  startdate: 'from',
  enddate: 'to',
} as const satisfies Record<keyof AuditFilter, string>;

const NAMES = Object.keys(IN_ADDRESS) as (keyof AuditFilter)[];
/** Ignores values in the address that the service does not accept. */
const KNOWN: Partial<Record<keyof AuditFilter, readonly string[]>> = { outcome: OUTCOMES };

/** Keeps the filters in the address, so that they survive a reload and can be shared. */
export function useAuditFilter(): [AuditFilter, (change: AuditFilter) => void] {
  const [parameters] = useSearchParams();
  const address = parameters.toString();
  const filter = useMemo(() => filterOf(new URLSearchParams(address)), [address]);
  const toAddress = useAddressChange();
  const change = (next: AuditFilter) =>
    toAddress(
      Object.fromEntries(
        Object.entries(next).map(([name, value]) => [IN_ADDRESS[name as keyof AuditFilter], value]),
      ),
    );
  return [filter, change];
}

const NO_FILTER: AuditFilter = Object.fromEntries(NAMES.map((name) => [name, undefined]));

export const isFiltered = (filter: AuditFilter): boolean => NAMES.some((name) => filter[name] !== undefined);

function filterOf(parameters: URLSearchParams): AuditFilter {
  const given = NAMES.flatMap((name) => {
    const value = parameters.get(IN_ADDRESS[name]);
    const isUsable =
      value && (!name.endsWith('date') || isDay(value)) && (KNOWN[name]?.includes(value) ?? true);
    return isUsable ? [[name, value] as const] : [];
  });
  const filter = Object.fromEntries(given) as AuditFilter;
  const { startdate, enddate, ...others } = filter;
  return startdate && enddate && startdate > enddate ? others : filter;
}
