import { Link } from 'react-router';
import { api } from '../../api/client.js';
import type { ApiKey } from '../../api/records.js';
import { useResource } from '../../api/hooks.js';
import { KeyLink } from '../../design/icons/links.js';
import { Card } from '../../design/page/card.js';
import { useTexts } from '../../texts/language.js';
import { useNow } from '../../time/now.js';
import { useEndLabel } from '../../time/use-absolute-time.js';
import { expiringKeys, failingKeys, openInvitations } from './points.js';
import styles from './attention.module.css';

/** The maximum number of expiring keys with a line of their own. */
const MOST_LINES = 3;

/** Lists what needs the attention of an administrator. Renders nothing if the list is empty or loading. */
export function Attention({ keys }: { keys: readonly ApiKey[] }) {
  const { attention: texts } = useTexts();
  const now = useNow();
  const endLabel = useEndLabel();
  const { value: page } = useResource(api.failedCalls({ limit: '200' }));
  const { value: people = [] } = useResource(api.people());
  const expiring = expiringKeys(keys, now);
  const failing = failingKeys(keys, page?.calls ?? [], now);
  const isPart = (page?.next_cursor ?? null) !== null;
  const invitations = openInvitations(people);
  if (expiring.length + failing.length + invitations === 0) return null;
  return (
    <Card title={texts.title}>
      <ul className={styles.points}>
        {expiring.slice(0, MOST_LINES).map(({ id, application, expires_at: end }) => (
          <li key={`end ${id}`}>
            <KeyLink id={id} name={application} /> {texts.expires(endLabel(end ?? ''))}
          </li>
        ))}
        {expiring.length > MOST_LINES && (
          <li>
            <Link to="/keys?state=expiring">{texts.expiring(expiring.length)}</Link>
          </li>
        )}
        {failing.map(({ key: { id, application }, calls }) => (
          <li key={`calls ${id}`}>
            <Link to={`/keys/${encodeURIComponent(id)}?show=calls`}>{application}</Link>{' '}
            {texts.fails(calls, isPart)}
          </li>
        ))}
        {invitations > 0 && (
          <li>
            <Link to="/settings/people">{texts.invitations(invitations)}</Link>
          </li>
        )}
      </ul>
    </Card>
  );
}
