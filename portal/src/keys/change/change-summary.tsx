import { useTexts } from '../../texts/language.js';
import { useNow } from '../../time/now.js';
import { useEndLabel } from '../../time/use-end-label.js';
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
