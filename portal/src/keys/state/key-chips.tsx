import type { ApiKey } from '../../api/types.js';
import { useTexts } from '../../texts/language.js';
import { useNow } from '../../time/now.js';
import { useFormatExpiration } from '../../time/use-format-time.js';
import { hasOldKey, isInState } from './key-state.js';
import styles from './key-chips.module.css';

export function KeyChips({ apiKey: key }: { apiKey: ApiKey }) {
  const { agents, keys, protection } = useTexts();
  const formatExpiration = useFormatExpiration();
  const now = useNow();
  const { chips, states } = keys;
  const { expires_at: end, allowed_networks: networks, old_key_until: until } = key;
  const idle = (['unused', 'neverUsed'] as const).find((state) => isInState(key, state, now));
  return (
    <ul className={styles.chips} role="list">
      {key.paused && <li className={styles.warning}>{states.paused}</li>}
      {isInState(key, 'expired', now) && <li className={styles.danger}>{states.expired}</li>}
      {end !== null && Date.parse(end) > now && (
        <li className={isInState(key, 'expiring', now) ? styles.warning : styles.chip}>
          {chips.until(formatExpiration(end))}
        </li>
      )}
      {idle && <li className={styles.chip}>{states[idle]}</li>}
      {networks.length > 0 && (
        <li className={styles.chip} title={networks.join(', ')}>
          {chips.networks(networks.length)}
        </li>
      )}
      {key.hidden_data.map((kind) => (
        <li key={kind} className={styles.chip} title={kind}>
          {protection.kinds[kind].chip}
        </li>
      ))}
      {key.mcp && <li className={styles.chip}>{agents.chip}</li>}
      {until !== null && hasOldKey(key, now) && (
        <li className={styles.warning}>{chips.oldKey(formatExpiration(until))}</li>
      )}
    </ul>
  );
}
