import { Button } from 'react-aria-components';
import type { AuditFilter, AuditFilters } from '../api/records.js';
import { Choice } from '../design/choice.js';
import { useTexts } from '../texts/language.js';
import { AuditDays } from './audit-days.js';
import type { AuditWords } from './audit-words.js';
import { keyNames } from './key-names.js';
import { isFiltered, NO_FILTER, OUTCOMES } from './use-audit-filter.js';
import { usePresentKeys } from './use-present-keys.js';

const ALL = 'all';

interface Props {
  filter: AuditFilter;
  onChange: (change: AuditFilter) => void;
  /** Who and what there is; until it has been loaded what is chosen stands alone. */
  known: AuditFilters | undefined;
  words: AuditWords;
}

/** Days, person, key, action and outcome, all of which the service filters by. */
export function FilterChoices({ filter, onChange, known, words }: Props) {
  const { audit, activity } = useTexts();
  const people = (known?.actors ?? []).map((id) => ({ id, label: words.actor(id) }));
  const names = keyNames(known?.keys ?? [], usePresentKeys(), activity.deletedKey);
  const keys = [...names].map(([id, label]) => ({ id, label }));
  const actions = Object.entries(audit.actions).map(([id, label]) => ({ id, label }));
  return (
    <>
      <AuditDays filter={filter} onChange={onChange} />
      <FilterChoice
        label={audit.person}
        all={audit.allPeople}
        value={filter.actor}
        options={people}
        onChange={(actor) => onChange({ actor })}
      />
      <FilterChoice
        label={audit.key}
        all={audit.allKeys}
        value={filter.api_key_id}
        options={keys}
        onChange={(id) => onChange({ api_key_id: id })}
      />
      <FilterChoice
        label={audit.action}
        all={audit.allActions}
        value={filter.action}
        options={actions}
        onChange={(action) => onChange({ action })}
      />
      <FilterChoice
        label={audit.outcome}
        all={audit.allOutcomes}
        value={filter.outcome}
        options={OUTCOMES.map((id) => ({ id, label: audit.outcomes[id] }))}
        onChange={(outcome) => onChange({ outcome })}
      />
      {isFiltered(filter) && (
        <Button className="button quiet" onPress={() => onChange(NO_FILTER)}>
          {audit.clear}
        </Button>
      )}
    </>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  value: string | undefined;
  options: { id: string; label: string }[];
  onChange: (value: string | undefined) => void;
}

function FilterChoice({ label, all, value, options, onChange }: ChoiceProps) {
  const sorted = options.toSorted((a, b) => a.label.localeCompare(b.label));
  // an address may name what the trail does not know
  const isMissing = value !== undefined && options.every(({ id }) => id !== value);
  return (
    <Choice
      label={label}
      value={value ?? ALL}
      options={[{ id: ALL, label: all }, ...sorted, ...(isMissing ? [{ id: value, label: value }] : [])]}
      onChange={(id) => onChange(id === ALL ? undefined : id)}
    />
  );
}
