import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { DayRange } from '../api/records.js';
import { type DayMistake, daysUntil, mistakeIn } from './days.js';
import { useAddressChange } from '../session/use-in-address.js';

const DEFAULT_DAYS = 7;

export interface DayChoice {
  range: DayRange;
  /** The days in the address, or undefined for the default range. */
  chosen: DayRange | undefined;
  /** The last day of the predefined ranges. */
  lastDay: string;
  /** Why the days in the address are invalid. */
  mistake: DayMistake | undefined;
  choose: (range: DayRange) => void;
}

/** Keeps the chosen days in the address, so that they survive a reload and can be shared. */
export function useDayRange(lastDay: string): DayChoice {
  const [parameters] = useSearchParams();
  const change = useAddressChange();
  const [from, to] = [parameters.get('startdate'), parameters.get('enddate')];
  const asked = useMemo(
    () => (from === null && to === null ? undefined : { startdate: from ?? '', enddate: to ?? '' }),
    [from, to],
  );
  const mistake = asked && mistakeIn(asked);
  const chosen = mistake ? undefined : asked;
  const range = useMemo(() => chosen ?? daysUntil(lastDay, DEFAULT_DAYS), [chosen, lastDay]);
  const choose = (days: DayRange) => change({ ...days });
  return { range, chosen, lastDay, mistake, choose };
}
