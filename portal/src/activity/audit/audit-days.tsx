import { useId } from 'react';
import type { AuditFilter, DayRange } from '../../api/records.js';
import { useSession } from '../../session/session.js';
import { useDayDraft } from '../../design/days/day-range.js';
import { DayField } from '../../design/days/day-field.js';
import { useTexts } from '../../texts/language.js';
import days from '../../design/days/day-range.module.css';

interface Props {
  filter: AuditFilter;
  onChange: (change: AuditFilter) => void;
}

/** The fields for the first and last day, which are both optional. */
export function AuditDays({ filter: { startdate = '', enddate = '' }, onChange }: Props) {
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
