import type { ApiKey } from '../../api/records.js';
import { Button } from '../../design/controls/button.js';
import { Notice } from '../../design/notices/notice.js';
import { useTexts } from '../../texts/language.js';
import { useNow } from '../../time/now.js';
import { useEndLabel } from '../../time/use-absolute-time.js';
import { changesBetween, type WholeKey } from '../terms/wanted.js';
import styles from './change-summary.module.css';

interface Line {
  text: string;
  /** True if requests fail or see less because of this change. */
  isLess?: boolean;
}

/** Describes the changes before they are saved. */
export function ChangeSummary({ before, after }: { before: WholeKey; after: WholeKey }) {
  const { form } = useTexts();
  const lines = useChangeLines(before, after);
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

/** Returns a sentence for each change. */
function useChangeLines(before: WholeKey, after: WholeKey): Line[] {
  const { agents, form, protection, scopes } = useTexts();
  const endLabel = useEndLabel();
  const now = useNow();
  const { added, removed, hidden, shown, members } = changesBetween(before, after);
  const { expires_at: end, allowed_networks: networks, paused, mcp } = after;
  const isPast = end !== null && Date.parse(end) <= now; // the field has an error then
  const lines: Partial<Record<keyof WholeKey, Line[]>> = {
    application: [{ text: form.renamed(before.application, after.application) }],
    scopes: [
      ...added.map((scope) => ({ text: form.added(scopes[scope].label) })),
      ...removed.map((scope) => ({ text: form.removed(scopes[scope].label), isLess: true })),
    ],
    hidden_data: [
      ...hidden.map((kind) => ({ text: protection.kinds[kind].hides, isLess: true })),
      ...shown.map((kind) => ({ text: protection.kinds[kind].shows })),
      { text: protection.startsAgain },
    ],
    mcp: [{ text: mcp ? agents.allowed : agents.refused, isLess: !mcp }],
    expires_at: isPast ? [] : [{ text: end === null ? form.endless : form.endsAt(endLabel(end)) }],
    allowed_networks: [
      { text: networks.length > 0 ? form.bound : form.unbound, isLess: networks.length > 0 },
    ],
    paused: [{ text: paused ? form.pausedNow : form.resumed, isLess: paused }],
    note: [{ text: form.noteChanged }],
  };
  return members.flatMap((name) => lines[name] ?? []);
}

interface Props {
  latest: ApiKey;
  /** The version in the form. */
  own: WholeKey;
  onContinue: () => void;
}

/** Shows the version of another user next to the user's own one, after the service refused to overwrite it. */
export function BothVersions({ latest, own, onContinue }: Props) {
  const { conflict: texts } = useTexts();
  const { labelOf, textOf } = useMemberTexts();
  const { members } = changesBetween(latest, own);
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
          {members.map((name) => (
            <tr key={name}>
              <th scope="row">{labelOf(name)}</th>
              <td data-label={texts.saved}>{textOf(latest, name)}</td>
              <td data-label={texts.yours}>{textOf(own, name)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button onPress={onContinue}>{texts.goOn}</Button>
    </Notice>
  );
}

function useMemberTexts() {
  const { agents, form, keys, protection, scopes, none, yes, no } = useTexts();
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
  const textOf = (key: WholeKey, name: keyof WholeKey): string => {
    if (name === 'expires_at') return key.expires_at === null ? keys.neverEnds : endLabel(key.expires_at);
    if (name === 'scopes') return key.scopes.map((scope) => scopes[scope].label).join(', ');
    if (name === 'hidden_data')
      return key.hidden_data.map((kind) => protection.kinds[kind].chip).join(', ') || none;
    if (name === 'allowed_networks') return key.allowed_networks.join(', ') || keys.everywhere;
    const value = key[name];
    return typeof value === 'boolean' ? (value ? yes : no) : value || none;
  };
  return { labelOf: (name: keyof WholeKey) => labels[name], textOf };
}
