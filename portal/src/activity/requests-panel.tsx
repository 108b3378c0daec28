import { useCallback, useState } from 'react';
import { api } from '../api/client.js';
import type { ActivityHour } from '../api/records.js';
import { useResource } from '../api/use-resource.js';
import { Choice } from '../design/choice.js';
import { DayRangeChoice } from '../design/day-range.js';
import { Loaded } from '../design/loaded.js';
import { useTexts } from '../texts/language.js';
import { useToday } from '../time/now.js';
import { useDayRange } from '../time/use-day-range.js';
import { RequestsReport } from './requests-report.js';

const ALL = 'all';

/** What the keys were used for in the chosen days. */
export function RequestsPanel() {
  const days = useDayRange(useToday());
  const { range } = days;
  const [keyId, setKeyId] = useState(ALL);
  const loading = useResource(useCallback((signal: AbortSignal) => api.activity(range)(signal), [range]));
  return (
    <>
      <div className="toolbar loose">
        <DayRangeChoice days={days} />
        {loading.resource.state === 'ready' && (
          <KeyChoice hours={loading.resource.value} value={keyId} onChange={setKeyId} />
        )}
      </div>
      <Loaded loading={loading}>
        {(hours) => <RequestsReport range={range} hours={ofKey(hours, keyId)} />}
      </Loaded>
    </>
  );
}

/** A key without requests in these days leaves the choice; then all are shown rather than none. */
const ofKey = (hours: readonly ActivityHour[], keyId: string): readonly ActivityHour[] => {
  const chosen = hours.filter(({ api_key_id: id }) => id === keyId);
  return chosen.length > 0 ? chosen : hours;
};

interface ChoiceProps {
  hours: readonly ActivityHour[];
  value: string;
  onChange: (id: string) => void;
}

function KeyChoice({ hours, value, onChange }: ChoiceProps) {
  const { activity: texts } = useTexts();
  const names = new Map(hours.map(({ api_key_id: id, application }) => [id, application]));
  const options = [
    { id: ALL, label: texts.allKeys },
    ...[...names].map(([id, label]) => ({ id, label })).toSorted((a, b) => a.label.localeCompare(b.label)),
  ];
  return (
    <Choice label={texts.key} value={names.has(value) ? value : ALL} options={options} onChange={onChange} />
  );
}
