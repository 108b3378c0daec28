import { useTexts } from '../../texts/language.js';
import { useAbsoluteTime } from '../../time/use-absolute-time.js';
import { changesBetween, type WholeKey } from '../terms/wanted.js';
import styles from './change-summary.module.css';

/** Describes the changes before they are saved. */
export function ChangeSummary({ before, after }: { before: WholeKey; after: WholeKey }) {
  const { form, scopes } = useTexts();
  const absolute = useAbsoluteTime();
  const { added, removed, members } = changesBetween(before, after);
  const has = (name: keyof WholeKey) => members.includes(name);
  const { expires_at: end, allowed_networks: networks } = after;
  return (
    <section className={styles.changeSummary} aria-live="polite">
      <h3>{form.changes}</h3>
      <ul>
        {has('application') && <li>{form.renamed(before.application, after.application)}</li>}
        {added.map((scope) => (
          <li key={scope}>{form.added(scopes[scope].label)}</li>
        ))}
        {removed.map((scope) => (
          <li key={scope} className="problem-text">
            {form.removed(scopes[scope].label)}
          </li>
        ))}
        {has('expires_at') && <li>{end === null ? form.endless : form.endsAt(absolute(end))}</li>}
        {has('allowed_networks') && (
          <li className={networks.length > 0 ? 'problem-text' : undefined}>
            {networks.length > 0 ? form.bound : form.unbound}
          </li>
        )}
        {has('paused') && (
          <li className={after.paused ? 'problem-text' : undefined}>
            {after.paused ? form.pausedNow : form.resumed}
          </li>
        )}
        {has('note') && <li>{form.noteChanged}</li>}
        {members.length === 0 && <li>{form.noChanges}</li>}
      </ul>
    </section>
  );
}
