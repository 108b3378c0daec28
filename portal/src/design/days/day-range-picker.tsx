import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import type { DayRange } from '../../api/types.js';
import { useSession } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';
import {
  countDays,
  type DayRangeError,
  rangeEndingOn,
  validateDayRange,
  validateDay,
  MAX_DAYS,
} from '../../time/days.js';
import { type DayRangeState, useDayRange } from '../../time/use-day-range.js';
import { Button } from '../controls/button.js';
import { Toolbar } from '../page/card.js';
import { DayField } from './day-field.js';
import styles from './day-range.module.css';

const PRESET_DAYS = [1, 7, 30, 90];

/** Selects the first and last day of a page, inclusive. */
export function DayRangePicker({ state: dayRange }: { state: DayRangeState }) {
  const { days: texts } = useTexts();
  const { time_zone: zone } = useSession();
  const { range, lastDay, setRange } = dayRange;
  const draft = useDayDraft({ range, setRange, validate: validateDayRange });
  const zoneId = useId();
  const errorId = useId();
  const errorText = draft.error
    ? texts.errors[draft.error](MAX_DAYS)
    : dayRange.error && texts.invalidInAddress(texts.errors[dayRange.error](MAX_DAYS));
  const field = (label: string, bound: keyof DayRange) => (
    <DayField
      label={label}
      value={draft.values[bound]}
      isInvalid={isFieldInvalid(draft, bound)}
      errorId={errorText && errorId}
      onChange={(day) => draft.setDays({ ...draft.values, [bound]: day })}
    />
  );
  return (
    <div className={styles.dayRange} role="group" aria-labelledby={zoneId}>
      <div
        className={styles.fields}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) draft.commit();
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') draft.commit();
        }}
      >
        {field(texts.from, 'startdate')}
        {field(texts.to, 'enddate')}
      </div>
      <div className={styles.presets}>
        {PRESET_DAYS.map((count) => (
          <Button
            key={count}
            kind="quiet"
            aria-pressed={range.enddate === lastDay && countDays(range) === count}
            onPress={() => {
              draft.reset();
              setRange(rangeEndingOn(lastDay, count));
            }}
          >
            {texts.last(count)}
          </Button>
        ))}
      </div>
      <span id={zoneId} className={`hint ${styles.zone}`}>
        {texts.zone(zone)}
      </span>
      {errorText && (
        <p id={errorId} className="problem-text" role="alert">
          {errorText}
        </p>
      )}
    </div>
  );
}

interface WithDayRangeProps {
  /** The last day of the initial range. */
  lastDay: string;
  children: (range: DayRange) => ReactNode;
}

/** Shows a picker of a day range above content that depends on the range. */
export function WithDayRange({ lastDay, children }: WithDayRangeProps) {
  const dayRange = useDayRange(lastDay);
  return (
    <>
      <Toolbar isLoose>
        <DayRangePicker state={dayRange} />
      </Toolbar>
      {children(dayRange.range)}
    </>
  );
}

/** Returns true if a field is invalid by itself or in combination with the other. */
function isFieldInvalid({ error, values }: ReturnType<typeof useDayDraft>, bound: keyof DayRange): boolean {
  if (!error) return false;
  const isRangeError = error === 'wrongOrder' || error === 'tooMany';
  return isRangeError || validateDay(values[bound]) !== undefined;
}

const PAUSE_MS = 700;

interface Draft {
  days: DayRange;
  /** The initial range and the ranges that this draft has applied. Another range discards the draft. */
  appliedRanges: readonly DayRange[];
  /** True after a pause in typing. Only then an incomplete day is an error. */
  isCommitted: boolean;
}

interface DraftOptions {
  range: DayRange;
  setRange: (days: DayRange) => void;
  validate: (days: DayRange) => DayRangeError | undefined;
}

/**
 * Keeps the days while the user types. Applies them only if they are valid and typing has paused,
 * because a typed year is first 2, 20 and 202.
 */
export function useDayDraft({ range, setRange, validate }: DraftOptions) {
  const [stored, setStored] = useState<Draft>();
  const draft = stored?.appliedRanges.some((days) => isSameRange(days, range)) ? stored : undefined;
  const error = draft?.isCommitted ? validate(draft.days) : undefined;
  const commit = () =>
    setStored((last) =>
      !last || last.isCommitted
        ? last
        : { ...last, appliedRanges: [...last.appliedRanges, last.days], isCommitted: true },
    );
  const apply = useEffectEvent((days: DayRange) => {
    if (!validate(days)) setRange(days);
  });
  useEffect(() => {
    if (!draft) return undefined;
    if (draft.isCommitted) {
      apply(draft.days);
      return undefined;
    }
    const timer = setTimeout(commit, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return {
    values: draft?.days ?? range,
    error,
    setDays: (days: DayRange) =>
      setStored({ days, appliedRanges: draft?.appliedRanges ?? [range], isCommitted: false }),
    /** Accepts the typed days without waiting for the pause. */
    commit,
    reset: () => setStored(undefined),
  };
}

const isSameRange = (days: DayRange, others: DayRange): boolean =>
  days.startdate === others.startdate && days.enddate === others.enddate;
