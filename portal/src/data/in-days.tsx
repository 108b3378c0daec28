import type { ReactNode } from 'react';
import type { DayRange } from '../api/records.js';
import { DayRangeChoice } from '../design/days/day-range.js';
import { useDayRange } from '../time/use-day-range.js';
import { Toolbar } from '../design/page/card.js';

interface Props {
  /** The last day of the initial range. */
  lastDay: string;
  children: (range: DayRange) => ReactNode;
}

/** Loads the records of a device for the chosen days. */
export function InDays({ lastDay, children }: Props) {
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
