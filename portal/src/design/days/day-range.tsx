import { useId } from 'react';
import { useSession } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';
import { MOST_DAYS, mistakeIn, mistakeInDay } from '../../time/day-mistake.js';
import { countDays, daysUntil } from '../../time/days.js';
import type { DayChoice } from '../../time/use-day-range.js';
import { useDayDraft, type DayDraft } from './day-draft.js';
import { DayField } from './day-field.js';
import { Button } from '../controls/button.js';
import styles from './day-range.module.css';

const READY_MADE = [1, 7, 30, 90];

/** Chooses the first and last day of a page, inclusive. */
export function DayRangeChoice({ days: choice }: { days: DayChoice }) {
  const { days: texts } = useTexts();
  const { time_zone: zone } = useSession();
  const { range, lastDay, choose } = choice;
  const draft = useDayDraft({ range, choose, mistakeIn });
  const [zoneId, problemId] = [useId(), useId()];
  const problem = draft.mistake
    ? texts.mistakes[draft.mistake](MOST_DAYS)
    : choice.mistake && texts.inAddress(texts.mistakes[choice.mistake](MOST_DAYS));
  const field = (label: string, end: 'startdate' | 'enddate') => (
    <DayField
      label={label}
      value={draft.shown[end]}
      isInvalid={isToBlame(draft, end)}
      problemId={problem && problemId}
      onChange={(day) => draft.type({ ...draft.shown, [end]: day })}
    />
  );
  return (
    <div className={styles.dayRange} role="group" aria-labelledby={zoneId}>
      <div
        className={styles.fields}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) draft.settle();
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') draft.settle();
        }}
      >
        {field(texts.from, 'startdate')}
        {field(texts.to, 'enddate')}
      </div>
      <div className={styles.presets}>
        {READY_MADE.map((count) => (
          <Button
            key={count}
            kind="quiet"
            aria-pressed={range.enddate === lastDay && countDays(range) === count}
            onPress={() => {
              draft.drop();
              choose(daysUntil(lastDay, count));
            }}
          >
            {texts.last(count)}
          </Button>
        ))}
      </div>
      <span id={zoneId} className={`hint ${styles.zone}`}>
        {texts.zone(zone)}
      </span>
      {problem && (
        <p id={problemId} className="problem-text" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Returns true if a field is invalid by itself or in combination with the other. */
function isToBlame({ mistake, shown }: DayDraft, end: 'startdate' | 'enddate'): boolean {
  if (!mistake) return false;
  const isTogether = mistake === 'wrongOrder' || mistake === 'tooMany';
  return isTogether || mistakeInDay(shown[end]) !== undefined;
}
