import { useMemo } from 'react';
import { api } from '../../api/client.js';
import type { ActivityHour, DayRange } from '../../api/records.js';
import { useResource } from '../../api/use-resource.js';
import { byLabel, FilterChoice } from '../../design/fields/choice.js';
import { DayRangeChoice } from '../../design/days/day-range.js';
import { Loaded } from '../../design/notices/notice.js';
import { useTexts } from '../../texts/language.js';
import { useToday } from '../../time/now.js';
import { useDayRange } from '../../time/use-day-range.js';
import { keyNames, shortId, withKeyNames, type PresentKeys } from '../names/key-names.js';
import { RequestsReport } from './requests-report.js';
import { usePresentKeys } from '../names/use-present-keys.js';
import { Empty, Toolbar } from '../../design/page/card.js';
import { useInAddress } from '../../session/use-in-address.js';

/** The name of the address parameter. The audit log on the same page has another one. */
const IN_ADDRESS = 'requests_of';

/** The requests on the chosen days. On the page of an API key, only the requests with that key. */
export function RequestsPanel({ ofKey }: { ofKey?: string }) {
  const days = useDayRange(useToday());
  const { range } = days;
  const [chosen, chooseKey] = useInAddress(IN_ADDRESS);
  const keyId = ofKey ?? chosen;
  const present = usePresentKeys();
  const loading = useResource(api.activity(range));
  return (
    <>
      <Toolbar isLoose>
        <DayRangeChoice days={days} />
        {ofKey === undefined && loading.value && (
          <KeyChoice hours={loading.value} present={present} keyId={keyId} onChange={chooseKey} />
        )}
      </Toolbar>
      <Loaded loading={loading}>
        {(hours) => <ChosenRequests range={range} hours={hours} present={present} keyId={keyId} />}
      </Loaded>
    </>
  );
}

interface KeyProps {
  hours: readonly ActivityHour[];
  present: PresentKeys;
  /** Undefined for all keys. */
  keyId: string | undefined;
}

function ChosenRequests({ range, hours, present, keyId }: KeyProps & { range: DayRange }) {
  const { activity: texts } = useTexts();
  const named = useMemo(
    () => withKeyNames(hours, present, texts.deletedKey),
    [hours, present, texts.deletedKey],
  );
  const chosen = keyId === undefined ? named : named.filter(({ api_key_id: id }) => id === keyId);
  if (keyId !== undefined && chosen.length === 0) return <Empty isCard>{texts.emptyOfKey}</Empty>;
  return <RequestsReport range={range} hours={chosen} present={present} />;
}

/** A filter by the keys with requests on these days. The chosen key is always an option. */
function KeyChoice({
  hours,
  present,
  keyId,
  onChange,
}: KeyProps & { onChange: (id: string | undefined) => void }) {
  const { activity: texts } = useTexts();
  const used = hours.map(({ api_key_id: id, application }) => ({ id, application }));
  if (keyId !== undefined && used.every(({ id }) => id !== keyId))
    used.push({ id: keyId, application: present?.get(keyId) ?? shortId(keyId) });
  const names = keyNames(used, present, texts.deletedKey);
  return (
    <FilterChoice
      label={texts.key}
      all={texts.allKeys}
      value={keyId}
      options={[...names].map(([id, label]) => ({ id, label })).toSorted(byLabel)}
      onChange={onChange}
    />
  );
}
