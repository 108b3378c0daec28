import type { KeyFeed } from '../../api/records.js';
import { Moment } from '../../design/icons/moment.js';
import { useTexts } from '../../texts/language.js';
import styles from './key-chips.module.css';

/** The update time of each change feed of a key. */
export function KeyFeeds({ feeds }: { feeds: readonly KeyFeed[] }) {
  const { keys: texts } = useTexts();
  if (feeds.length === 0) return null;
  return (
    <ul className={styles.feeds} role="list" aria-label={texts.follows}>
      {feeds.map(({ feed, read_until: until }) => (
        <li key={feed}>
          <span className="muted">{texts.feeds[feed]}</span> <Moment at={until} missing={texts.firstCopy} />
        </li>
      ))}
    </ul>
  );
}
