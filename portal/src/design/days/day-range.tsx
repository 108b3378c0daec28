import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import type { DayRange } from '../../api/records.js';
import { useSession } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';
import {
  countDays,
  type DayMistake,
  daysUntil,
  mistakeIn,
  mistakeInDay,
  MOST_DAYS,
} from '../../time/days.js';
import { type DayChoice, useDayRange } from '../../time/use-day-range.js';
import { Button } from '../controls/button.js';
import { Toolbar } from '../page/card.js';
import { DayField } from './day-field.js';
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
  const field = (label: string, end: keyof DayRange) => (
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

interface InDaysProps {
  /** The last day of the initial range. */
  lastDay: string;
  children: (range: DayRange) => ReactNode;
}

/** Loads the records of a device for the chosen days. */
export function InDays({ lastDay, children }: InDaysProps) {
  const days = useDayRange(lastDay);
  return (
    <>
      <Toolbar isLoose>
        <DayRangeChoice days={days} />
      </Toolbar>
      {children(days.range)}
    </>
  );
}

/** Returns true if a field is invalid by itself or in combination with the other. */
function isToBlame({ mistake, shown }: ReturnType<typeof useDayDraft>, end: keyof DayRange): boolean {
  if (!mistake) return false;
  const isTogether = mistake === 'wrongOrder' || mistake === 'tooMany';
  return isTogether || mistakeInDay(shown[end]) !== undefined;
}

const PAUSE_MS = 700;

interface Draft {
  days: DayRange;
  /** The initial range and the ranges that this draft has chosen. Another range discards the draft. */
  of: readonly DayRange[];
  /** True after a pause in typing. Only then an incomplete day is an error. */
  isRead: boolean;
}

interface Props {
  range: DayRange;
  choose: (days: DayRange) => void;
  mistakeIn: (days: DayRange) => DayMistake | undefined;
}

/**
 * Keeps the days while the user types. Chooses them only if they are valid and typing has paused,
 * because a typed year is first 2, 20 and 202.
 */
export function useDayDraft({ range, choose, mistakeIn }: Props) {
  const [begun, setBegun] = useState<Draft>();
  const draft = begun?.of.some((days) => areSame(days, range)) ? begun : undefined;
  const mistake = draft?.isRead ? mistakeIn(draft.days) : undefined;
  const settle = () =>
    setBegun((last) =>
      !last || last.isRead ? last : { ...last, of: [...last.of, last.days], isRead: true },
    );
  const take = useEffectEvent((days: DayRange) => {
    if (!mistakeIn(days)) choose(days);
  });
  useEffect(() => {
    if (!draft) return undefined;
    if (draft.isRead) {
      take(draft.days);
      return undefined;
    }
    const timer = setTimeout(settle, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return {
    shown: draft?.days ?? range,
    mistake,
    type: (days: DayRange) => setBegun({ days, of: draft?.of ?? [range], isRead: false }),
    /** Accepts the typed days without waiting for the pause. */
    settle,
    drop: () => setBegun(undefined),
  };
}

const areSame = (days: DayRange, others: DayRange): boolean =>
  days.startdate === others.startdate && days.enddate === others.enddate;
