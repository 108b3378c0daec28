import type { ApiKey } from '../../api/records.js';
import { useSession } from '../../session/session.js';
import { useLanguage } from '../../texts/language.js';
import { dayLabel, dayOf, lastDayBefore } from '../../time/days.js';
import { useNow } from '../../time/now.js';
import { hasOldKey, isInState } from './key-state.js';
import styles from './key-chips.module.css';

/** The state of a key as chips. */
export function KeyChips({ of: key }: { of: ApiKey }) {
  const { texts, locale } = useLanguage();
  const { time_zone: zone } = useSession();
  const now = useNow();
  const { chips, states } = texts.keys;
  const day = (at: string) => dayLabel(dayOf(new Date(at), zone), locale, 'full');
  const lastDay = (at: string) => dayLabel(lastDayBefore(Date.parse(at), zone), locale, 'full');
  const { expires_at: end, allowed_networks: networks, old_key_until: until } = key;
  const idle = (['unused', 'neverUsed'] as const).find((state) => isInState(key, state, now));
  return (
    <ul className={styles.chips} role="list">
      {key.paused && <li className={styles.warning}>{states.paused}</li>}
      {end !== null && isInState(key, 'expired', now) && <li className={styles.danger}>{states.expired}</li>}
      {end !== null && isInState(key, 'expiring', now) && (
        <li className={styles.warning}>{chips.until(lastDay(end))}</li>
      )}
      {end !== null && Date.parse(end) > now && !isInState(key, 'expiring', now) && (
        <li className={styles.chip}>{chips.until(lastDay(end))}</li>
      )}
      {idle && <li className={styles.chip}>{states[idle]}</li>}
      {networks.length > 0 && (
        <li className={styles.chip} title={networks.join(', ')}>
          {chips.networks(networks.length)}
        </li>
      )}
      {until !== null && hasOldKey(key, now) && (
        <li className={styles.warning}>{chips.oldKey(day(until))}</li>
      )}
    </ul>
  );
}
