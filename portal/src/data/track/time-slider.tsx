import { useId } from 'react';
import { formatDistance } from '../../charts/amounts.js';
import { useLanguage } from '../../texts/language.js';
import { useAbsoluteTime } from '../../time/use-absolute-time.js';
import type { Fix } from './track-points.js';
import styles from './time-slider.module.css';

interface Props {
  fixes: readonly Fix[];
  shown: Fix;
  onChange: (index: number) => void;
}

/** Selects a location of a track. Screen readers announce its time instead of its index. */
export function TimeSlider({ fixes, shown, onChange }: Props) {
  const { texts, locale } = useLanguage();
  const absolute = useAbsoluteTime();
  const id = useId();
  const { created_at: at, accuracy, provider, geofence_id: geofence } = shown.record;
  const time = absolute(at);
  const facts = [
    time,
    accuracy !== null && `± ${formatDistance(accuracy, locale)}`,
    texts.device.providers[provider] ?? provider,
    geofence,
  ].filter(Boolean);
  return (
    <div className={styles.timeSlider}>
      <label htmlFor={id}>{texts.device.along}</label>
      <output htmlFor={id} aria-live="off">
        {facts.join(' · ')}
      </output>
      <input
        id={id}
        type="range"
        min={0}
        max={Math.max(fixes.length - 1, 1)}
        value={fixes.indexOf(shown)}
        aria-valuetext={time}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </div>
  );
}
