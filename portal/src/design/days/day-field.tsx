import { parseDate } from '@internationalized/date';
import { useMemo } from 'react';
import {
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
} from 'react-aria-components';
import { isDay } from '../../time/days.js';
import { Button } from '../controls/button.js';
import { Popover } from '../fields/select.js';
import fields from '../fields/field.module.css';
import calendar from './calendar.module.css';
import styles from './day-field.module.css';

interface Props {
  label: string;
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  isInvalid: boolean;
  errorId: string | undefined;
  onChange: (day: string) => void;
}

/** A day, typed part by part or chosen from a calendar, in the format of the portal's language. */
export function DayField({ label, value, isInvalid, errorId, onChange }: Props) {
  // keeps the same object for the same day, because a new object would discard half-typed input
  const day = useMemo(() => (isDay(value) ? parseDate(value) : null), [value]);
  return (
    <DatePicker
      className={fields.field}
      value={day}
      isInvalid={isInvalid}
      validationBehavior="aria"
      shouldForceLeadingZeros
      aria-describedby={errorId}
      onChange={(chosen) => onChange(chosen?.toString() ?? '')}
    >
      <Label className={fields.label}>{label}</Label>
      <Group className={styles.input}>
        <DateInput className={styles.segments}>
          {(segment) => <DateSegment className={styles.segment} segment={segment} />}
        </DateInput>
        <Button kind="sign" icon="calendar" />
      </Group>
      <Popover>
        <Dialog className={calendar.calendar}>
          <Calendar>
            <header className={calendar.head}>
              <Button slot="previous" kind="sign" icon="left" />
              <Heading level={2} />
              <Button slot="next" kind="sign" icon="right" />
            </header>
            <CalendarGrid className={calendar.days}>
              {(date) => <CalendarCell className={calendar.day} date={date} />}
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  );
}
