import { formatDuration } from '../../charts/amounts.js';
import { useLanguage } from '../../texts/language.js';
import { useAbsoluteTime } from '../../time/use-absolute-time.js';
import type { Stop } from './stops.js';
import styles from './stops-list.module.css';

interface Props {
  stops: readonly Stop[];
  onChoose: (stop: Stop) => void;
}

/** The stops of a track with their times. A press selects the location on the map. */
export function StopsList({ stops, onChoose }: Props) {
  const { texts, locale } = useLanguage();
  const time = useAbsoluteTime('short');
  if (stops.length === 0) return null;
  return (
    <section>
      <h3>{texts.device.stops}</h3>
      <ol className={styles.stops}>
        {stops.map((stop) => (
          <li key={stop.number}>
            <button type="button" className={styles.stop} onClick={() => onChoose(stop)}>
              {texts.device.stop(
                time(stop.from.record.created_at),
                formatDuration(stop.until.at - stop.from.at, locale),
              )}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
