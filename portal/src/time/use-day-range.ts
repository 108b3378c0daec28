import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { DayRange } from '../api/records.js';
import { daysUntil, isDay } from './days.js';

const DEFAULT_DAYS = 7;

/** The chosen days, kept in the address so that they can be shared and come back with the page. */
export function useDayRange(lastDay: string): [DayRange, (range: DayRange) => void] {
  const [parameters, setParameters] = useSearchParams();
  const [from, to] = [parameters.get('startdate'), parameters.get('enddate')];
  const range = useMemo(
    () =>
      isDay(from) && isDay(to) && from <= to
        ? { startdate: from, enddate: to }
        : daysUntil(lastDay, DEFAULT_DAYS),
    [from, to, lastDay],
  );
  const choose = (chosen: DayRange) =>
    setParameters(
      (before) => {
        before.set('startdate', chosen.startdate);
        before.set('enddate', chosen.enddate);
        return before;
      },
      { replace: true },
    );
  return [range, choose];
}
