import { useId } from 'react';
import { Button } from '../../design/controls/button.js';
import { DayField } from '../../design/days/day-field.js';
import fields from '../../design/fields/field.module.css';
import { useSession } from '../../session/session.js';
import { useTexts } from '../../texts/language.js';
import { addDays, dayOf } from '../../time/days.js';
import { useNow } from '../../time/now.js';
import { latestDay } from './end-mistake.js';
import styles from './end-field.module.css';

const PRESETS = [30, 90, 365];

interface Props {
  value: string;
  /** The error message. */
  mistake: string | undefined;
  /** The setting `MAX_KEY_DAYS` of the service. */
  mostDays: number | null;
  onChange: (lastDay: string) => void;
}

/** The field for the last day on which the key is valid, with buttons for usual periods. */
export function EndField({ value, mistake, mostDays, onChange }: Props) {
  const { form } = useTexts();
  const { time_zone: zone } = useSession();
  const now = useNow();
  const id = useId();
  const latest = mostDays === null ? undefined : latestDay({ now, zone, mostDays });
  const presets = PRESETS.map((days) => ({ days, day: addDays(dayOf(new Date(now), zone), days) }));
  return (
    <div className={fields.field}>
      <DayField
        label={form.end}
        value={value}
        isInvalid={mistake !== undefined}
        problemId={id}
        onChange={onChange}
      />
      <div className={styles.presets} role="group" aria-label={form.presets}>
        {presets
          .filter(({ day }) => latest === undefined || day <= latest)
          .map(({ days, day }) => (
            <Button key={days} kind="small" onPress={() => onChange(day)}>
              {form.inDays(days)}
            </Button>
          ))}
        {mostDays === null && (
          <Button kind="small" isDisabled={value === ''} onPress={() => onChange('')}>
            {form.noEnd}
          </Button>
        )}
      </div>
      <p id={id} className={mistake ? 'problem-text' : 'hint'}>
        {mistake ?? (mostDays === null ? form.endHint(zone) : form.endRequired(zone))}
      </p>
    </div>
  );
}
