import { useEffect, useState } from 'react';
import type { DayRange } from '../api/records.js';
import { mistakeIn, type DayMistake } from '../time/day-mistake.js';
import type { DayChoice } from '../time/use-day-range.js';

const PAUSE_MS = 700;

interface Draft {
  days: DayRange;
  /** What was chosen when it was begun; another choice ends it. */
  of: DayRange;
  /** Whether the typing has paused: before that nobody wants to hear what is missing. */
  isRead: boolean;
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
export function useDayDraft({ range, choose }: DayChoice): DayDraft {
  const [begun, setBegun] = useState<Draft>();
  const draft = begun?.of === range ? begun : undefined;
  const settle = () => {
    if (!draft || draft.isRead) return;
    setBegun({ ...draft, isRead: true });
    if (!mistakeIn(draft.days)) choose(draft.days);
  };
  useEffect(() => {
    const timer = setTimeout(settle, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return {
    shown: draft?.days ?? range,
    mistake: draft?.isRead ? mistakeIn(draft.days) : undefined,
    type: (days) => setBegun({ days, of: range, isRead: false }),
    settle,
    drop: () => setBegun(undefined),
  };
}
