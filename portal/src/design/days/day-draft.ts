import { useEffect, useEffectEvent, useState } from 'react';
import type { DayRange } from '../../api/records.js';
import type { DayMistake } from '../../time/day-mistake.js';

const PAUSE_MS = 700;

interface Draft {
  days: DayRange;
  /** The value at the start and the values chosen by this draft. Any other value discards the draft. */
  of: readonly DayRange[];
  /** True when the user has paused, so that an incomplete day may show an error. */
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
  /** Takes what has been typed so far for what is meant. */
  settle: () => void;
  drop: () => void;
}

/**
 * Days while they are typed. A year goes through 2, 20 and 202 on its way: days are chosen only when they can be shown
 * and the typing has paused.
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
