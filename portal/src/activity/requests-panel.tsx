import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../api/client.js';
import type { ActivityHour, DayRange } from '../api/records.js';
import { useResource } from '../api/use-resource.js';
import { Choice } from '../design/choice.js';
import { DayRangeChoice } from '../design/day-range.js';
import { Loaded } from '../design/loaded.js';
import { useTexts } from '../texts/language.js';
import { useToday } from '../time/now.js';
import { useDayRange } from '../time/use-day-range.js';
import { keyNames, shortId, withKeyNames, type PresentKeys } from './key-names.js';
import { RequestsReport } from './requests-report.js';
import { usePresentKeys } from './use-present-keys.js';

const ALL = 'all';
/** Not that of the audit trail, which has its own in the same address. */
const IN_ADDRESS = 'requests_of';

/** What the keys were used for in the chosen days. */
export function RequestsPanel() {
  const days = useDayRange(useToday());
  const { range } = days;
  const [keyId, chooseKey] = useChosenKey();
  const present = usePresentKeys();
  const loading = useResource(useCallback((signal: AbortSignal) => api.activity(range)(signal), [range]));
  const { resource } = loading;
  return (
    <>
      <div className="toolbar loose">
        <DayRangeChoice days={days} />
        {resource.state === 'ready' && (
          <KeyChoice hours={resource.value} present={present} keyId={keyId} onChange={chooseKey} />
        )}
      </div>
      <Loaded loading={loading}>
        {(hours) => <ChosenRequests range={range} hours={hours} present={present} keyId={keyId} />}
      </Loaded>
    </>
  );
}

/** The chosen key, kept in the address so that it can be shared and comes back with the page. */
function useChosenKey(): [string, (id: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const choose = (id: string) =>
    setParameters(
      (before) => {
        if (id === ALL) before.delete(IN_ADDRESS);
        else before.set(IN_ADDRESS, id);
        return before;
      },
      { replace: true },
    );
  return [parameters.get(IN_ADDRESS) ?? ALL, choose];
}

interface KeyProps {
  hours: readonly ActivityHour[];
  present: PresentKeys;
  keyId: string;
}

function ChosenRequests({ range, hours, present, keyId }: KeyProps & { range: DayRange }) {
  const { activity: texts } = useTexts();
  const named = useMemo(
    () => withKeyNames(hours, present, texts.deletedKey),
    [hours, present, texts.deletedKey],
  );
  const chosen = keyId === ALL ? named : named.filter(({ api_key_id: id }) => id === keyId);
  if (keyId !== ALL && chosen.length === 0) return <p className="card empty-text">{texts.emptyOfKey}</p>;
  return <RequestsReport range={range} hours={chosen} />;
}

/** The keys with requests in these days, and the chosen one also where it has none. */
function KeyChoice({ hours, present, keyId, onChange }: KeyProps & { onChange: (id: string) => void }) {
  const { activity: texts } = useTexts();
  const used = hours.map(({ api_key_id: id, application }) => ({ id, application }));
  const isWithout = keyId !== ALL && used.every(({ id }) => id !== keyId);
  const chosen = { id: keyId, application: present?.get(keyId) ?? shortId(keyId) };
  const names = keyNames(isWithout ? [...used, chosen] : used, present, texts.deletedKey);
  const options = [...names]
    .map(([id, label]) => ({ id, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <Choice
      label={texts.key}
      value={keyId}
      options={[{ id: ALL, label: texts.allKeys }, ...options]}
      onChange={onChange}
    />
  );
}
