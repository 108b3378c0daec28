import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { DayRange } from '../api/types.js';
import { type DayRangeError, rangeEndingOn, validateDayRange } from './days.js';
import { useSetSearchParams } from '../session/use-search-param.js';

const DEFAULT_DAYS = 7;

export interface DayRangeState {
  range: DayRange;
  /** The valid days in the address, or undefined for the default range. */
  selectedRange: DayRange | undefined;
  /** The last day of the predefined ranges. */
  lastDay: string;
  /** Why the days in the address are invalid. */
  error: DayRangeError | undefined;
  setRange: (range: DayRange) => void;
}

/** Keeps the selected days in the address, so that they survive a reload and can be shared. */
export function useDayRange(lastDay: string): DayRangeState {
  const [parameters] = useSearchParams();
  const setSearchParams = useSetSearchParams();
  const from = parameters.get('startdate');
  const to = parameters.get('enddate');
  const requestedRange = useMemo(
    () => (from === null && to === null ? undefined : { startdate: from ?? '', enddate: to ?? '' }),
    [from, to],
  );
  const error = requestedRange && validateDayRange(requestedRange);
  const selectedRange = error ? undefined : requestedRange;
  const range = useMemo(
    () => selectedRange ?? rangeEndingOn(lastDay, DEFAULT_DAYS),
    [selectedRange, lastDay],
  );
  const setRange = (days: DayRange) => setSearchParams({ ...days });
  return { range, selectedRange, lastDay, error, setRange };
}
