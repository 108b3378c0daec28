import { useEffect, useId, useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import type { AuditFilter } from '../api/records.js';
import { useSession } from '../app/session.js';
import { useTexts } from '../texts/language.js';

const PAUSE_MS = 600;

interface Days {
  readonly startdate: string;
  readonly enddate: string;
}

interface Props {
  filter: AuditFilter;
  onChange: (change: AuditFilter) => void;
}

/** The first and the last day, each of which may be left out. A year that is typed goes through 2, 20 and 202: they wait for a pause. */
export function AuditDays({ filter: { startdate = '', enddate = '' }, onChange }: Props) {
  const { audit, days } = useTexts();
  const { time_zone: zone } = useSession();
  const [draft, setDraft] = useState<Days>();
  const problemId = useId();
  const shown = draft ?? { startdate, enddate };
  const isWrong = shown.startdate !== '' && shown.enddate !== '' && shown.startdate > shown.enddate;
  useEffect(() => {
    if (!draft || isWrong) return undefined;
    const timer = setTimeout(() => {
      setDraft(undefined);
      onChange({ startdate: draft.startdate || undefined, enddate: draft.enddate || undefined });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  // days chosen elsewhere, such as by clearing the filters
  useEffect(() => setDraft(undefined), [startdate, enddate]);

  const field = (label: string, end: keyof Days) => (
    <TextField
      className="field"
      type="date"
      value={shown[end]}
      isInvalid={isWrong}
      validationBehavior="aria"
      aria-describedby={isWrong ? problemId : undefined}
      onChange={(day) => setDraft({ ...shown, [end]: day })}
    >
      <Label>{label}</Label>
      <Input max="9999-12-31" />
    </TextField>
  );
  return (
    <div className="day-range" role="group" aria-label={days.zone(zone)}>
      {field(days.from, 'startdate')}
      {field(days.to, 'enddate')}
      {isWrong && (
        <p id={problemId} className="problem-text" role="alert">
          {audit.daysWrong}
        </p>
      )}
    </div>
  );
}
