import { useEffect, useEffectEvent, useState } from 'react';
import type { DayRange } from '../../api/records.js';
import type { DayMistake } from '../../time/day-mistake.js';

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

export interface DayDraft {
  shown: DayRange;
  mistake: DayMistake | undefined;
  type: (days: DayRange) => void;
  /** Accepts the typed days without waiting for the pause. */
  settle: () => void;
  drop: () => void;
}

/**
 * Keeps the days while the user types. Chooses them only if they are valid and typing has paused,
 * because a typed year is first 2, 20 and 202.
 */
export function useDayDraft({ range, choose, mistakeIn }: Props): DayDraft {
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
    type: (days) => setBegun({ days, of: draft?.of ?? [range], isRead: false }),
    settle,
    drop: () => setBegun(undefined),
  };
}

const areSame = (days: DayRange, others: DayRange): boolean =>
  days.startdate === others.startdate && days.enddate === others.enddate;
