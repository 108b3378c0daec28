import type { AuditFilter, AuditFilters } from '../../api/records.js';
import { byLabel, FilterChoice, type Option } from '../../design/fields/choice.js';
import { FoldedFilters } from '../../design/fields/filters.js';
import { useTexts } from '../../texts/language.js';
import { AuditDays } from './audit-days.js';
import type { AuditWords } from './audit-words.js';
import { keyNames, type PresentKeys } from '../names/key-names.js';
import { isFiltered, NO_FILTER, OUTCOMES } from './use-audit-filter.js';
import { Button } from '../../design/controls/button.js';

interface Props {
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
export function FilterChoices({ filter, onChange, known, words, present, isOfKey }: Props) {
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
