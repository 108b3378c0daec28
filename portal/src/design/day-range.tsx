import { useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import type { DayRange } from '../api/records.js';
import { countDays, daysUntil, isDay } from '../time/days.js';
import { useTexts } from '../texts/language.js';
import { useSession } from '../app/session.js';

interface Props {
  range: DayRange;
  /** Where the ready-made ranges end. */
  lastDay: string;
  onChange: (range: DayRange) => void;
}

const READY_MADE = [1, 7, 30, 90];

/** The days that a page shows, first and last included. */
export function DayRangeChoice({ range, lastDay, onChange }: Props) {
  const { days } = useTexts();
  const { time_zone: zone } = useSession();
  const [draft, setDraft] = useState<DayRange>();
  const shown = draft ?? range;
  const isWrong = shown.startdate > shown.enddate;
  const change = (next: DayRange) => {
    const isWhole = isDay(next.startdate) && isDay(next.enddate) && next.startdate <= next.enddate;
    setDraft(isWhole ? undefined : next);
    if (isWhole) onChange(next);
  };
  const chooseLast = (count: number) => {
    setDraft(undefined);
    onChange(daysUntil(lastDay, count));
  };
  return (
    <div className="day-range" role="group" aria-label={days.zone(zone)}>
      <DayField
        label={days.from}
        value={shown.startdate}
        onChange={(startdate) => change({ ...shown, startdate })}
      />
      <DayField label={days.to} value={shown.enddate} onChange={(enddate) => change({ ...shown, enddate })} />
      <div className="ready-made">
        {READY_MADE.map((count) => (
          <Button
            key={count}
            className="button quiet"
            aria-pressed={range.enddate === lastDay && countDays(range) === count}
            onPress={() => chooseLast(count)}
          >
            {days.last(count)}
          </Button>
        ))}
      </div>
      {isWrong && (
        <p className="problem-text" role="alert">
          {days.wrong}
        </p>
      )}
    </div>
  );
}

function DayField(props: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <TextField className="field" type="date" value={props.value} onChange={props.onChange}>
      <Label>{props.label}</Label>
      <Input />
    </TextField>
  );
}
