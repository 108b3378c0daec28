import { parseDate } from '@internationalized/date';
import { useMemo } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Label,
  Popover,
} from 'react-aria-components';
import { isDay } from '../time/days.js';
import { Icon } from './icon.js';

interface Props {
  label: string;
  /** As YYYY-MM-DD; empty where there is none. */
  value: string;
  isInvalid: boolean;
  /** What says why. */
  problemId: string | undefined;
  onChange: (day: string) => void;
}

/** A day, typed part by part or taken from a calendar, in the order and the words of the portal's language. */
export function DayField({ label, value, isInvalid, problemId, onChange }: Props) {
  // the same day has to stay the same object, else what is half typed is lost
  const day = useMemo(() => (isDay(value) ? parseDate(value) : null), [value]);
  return (
    <DatePicker
      className="field"
      value={day}
      isInvalid={isInvalid}
      validationBehavior="aria"
      shouldForceLeadingZeros
      aria-describedby={problemId}
      onChange={(chosen) => onChange(chosen?.toString() ?? '')}
    >
      <Label className="label">{label}</Label>
      <Group className="day-input">
        <DateInput className="day-segments">
          {(segment) => <DateSegment className="day-segment" segment={segment} />}
        </DateInput>
        <Button className="button quiet icon-only">
          <Icon name="calendar" />
        </Button>
      </Group>
      <Popover className="popover">
        <Dialog className="calendar">
          <Month />
        </Dialog>
      </Popover>
    </DatePicker>
  );
}

function Month() {
  return (
    <Calendar>
      <header className="calendar-head">
        <Button slot="previous" className="button quiet icon-only">
          <Icon name="left" />
        </Button>
        <Heading level={2} />
        <Button slot="next" className="button quiet icon-only">
          <Icon name="right" />
        </Button>
      </header>
      <CalendarGrid className="calendar-days">
        {(date) => <CalendarCell className="calendar-day" date={date} />}
      </CalendarGrid>
    </Calendar>
  );
}
