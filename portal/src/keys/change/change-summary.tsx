import type { ApiKey } from '../../api/records.js';
import { Button } from '../../design/controls/button.js';
import { Notice } from '../../design/notices/notice.js';
import { useTexts } from '../../texts/language.js';
import { useNow } from '../../time/now.js';
import { useEndLabel } from '../../time/use-absolute-time.js';
import { changedMembers, type WholeKey } from '../terms/wanted.js';
import styles from './change-summary.module.css';

interface Line {
  text: string;
  /** True if requests fail or see less because of this change. */
  isLess: boolean;
}

const more = (text: string): Line => ({ text, isLess: false });
const less = (text: string): Line => ({ text, isLess: true });

/** Describes the changes before they are saved, with a sentence for each. */
export function ChangeSummary({ before, after }: { before: WholeKey; after: WholeKey }) {
  const { agents, form, protection, scopes } = useTexts();
  const { kinds } = protection;
  const endLabel = useEndLabel();
  const now = useNow();
  const { expires_at: end, allowed_networks: networks, paused, mcp } = after;
  const isPast = end !== null && Date.parse(end) <= now; // the field has an error then
  const linesOf: Record<keyof WholeKey, Line[]> = {
    application: [more(form.renamed(before.application, after.application))],
    scopes: [
      ...without(after.scopes, before.scopes).map((scope) => more(form.added(scopes[scope].label))),
      ...without(before.scopes, after.scopes).map((scope) => less(form.removed(scopes[scope].label))),
    ],
    hidden_data: [
      ...without(after.hidden_data, before.hidden_data).map((kind) => less(kinds[kind].hides)),
      ...without(before.hidden_data, after.hidden_data).map((kind) => more(kinds[kind].shows)),
      more(protection.startsAgain),
    ],
    mcp: [mcp ? more(agents.allowed) : less(agents.refused)],
    expires_at: isPast ? [] : [more(end === null ? form.endless : form.endsAt(endLabel(end)))],
    allowed_networks: [networks.length > 0 ? less(form.bound) : more(form.unbound)],
    paused: [paused ? less(form.pausedNow) : more(form.resumed)],
    note: [more(form.noteChanged)],
  };
  const lines = changedMembers(before, after).flatMap((name) => linesOf[name]);
  return (
    <section className={styles.changeSummary} aria-live="polite">
      <h3>{form.changes}</h3>
      <ul>
        {lines.map(({ text, isLess }) => (
          <li key={text} className={isLess ? 'problem-text' : undefined}>
            {text}
          </li>
        ))}
        {lines.length === 0 && <li>{form.noChanges}</li>}
      </ul>
    </section>
  );
}

const without = <T,>(all: readonly T[], others: readonly T[]): T[] =>
  all.filter((each) => !others.includes(each));

interface Props {
  latest: ApiKey;
  /** The version in the form. */
  own: WholeKey;
  onContinue: () => void;
}

/** Shows the version of another user next to the user's own one, after the service refused to overwrite it. */
export function BothVersions({ latest, own, onContinue }: Props) {
  const { agents, conflict: texts, form, keys, protection, scopes, none, yes, no } = useTexts();
  const endLabel = useEndLabel();
  const labels: Record<keyof WholeKey, string> = {
    application: form.name,
    scopes: keys.scopes,
    hidden_data: protection.title,
    mcp: agents.allow,
    expires_at: keys.ends,
    allowed_networks: form.networks,
    paused: form.pause,
    note: form.note,
  };
  const textsOf = (key: WholeKey): Record<keyof WholeKey, string> => ({
    application: key.application,
    scopes: key.scopes.map((scope) => scopes[scope].label).join(', '),
    hidden_data: key.hidden_data.map((kind) => protection.kinds[kind].chip).join(', ') || none,
    mcp: key.mcp ? yes : no,
    expires_at: key.expires_at === null ? keys.neverEnds : endLabel(key.expires_at),
    allowed_networks: key.allowed_networks.join(', ') || keys.everywhere,
    paused: key.paused ? yes : no,
    note: key.note || none,
  });
  const [saved, yours] = [textsOf(latest), textsOf(own)];
  return (
    <Notice kind="warning">
      <p>{texts.text}</p>
      <table className={styles.versions}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.saved}</th>
            <th scope="col">{texts.yours}</th>
          </tr>
        </thead>
        <tbody>
          {changedMembers(latest, own).map((name) => (
            <tr key={name}>
              <th scope="row">{labels[name]}</th>
              <td data-label={texts.saved}>{saved[name]}</td>
              <td data-label={texts.yours}>{yours[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button onPress={onContinue}>{texts.goOn}</Button>
    </Notice>
  );
}
