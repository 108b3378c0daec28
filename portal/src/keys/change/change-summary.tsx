import type { ApiKey } from '../../api/types.js';
import { Button } from '../../design/controls/button.js';
import { Notice } from '../../design/notices/notice.js';
import { useTexts } from '../../texts/language.js';
import { useNow } from '../../time/now.js';
import { useFormatExpiration } from '../../time/use-format-time.js';
import { changedFields, type KeyInput } from '../fields/key-draft.js';
import styles from './change-summary.module.css';

interface Line {
  text: string;
  /** True if requests fail or return less data because of this change. */
  isRestriction: boolean;
}

const change = (text: string): Line => ({ text, isRestriction: false });
const restriction = (text: string): Line => ({ text, isRestriction: true });

/** Describes the changes before they are saved, with a sentence for each. */
export function ChangeSummary({ before, after }: { before: KeyInput; after: KeyInput }) {
  const { agents, form, protection, scopes } = useTexts();
  const { kinds } = protection;
  const formatExpiration = useFormatExpiration();
  const now = useNow();
  const { expires_at: end, allowed_networks: networks, paused, mcp } = after;
  const isPast = end !== null && Date.parse(end) <= now; // the field has an error then
  const linesByField: Record<keyof KeyInput, Line[]> = {
    application: [change(form.renamed(before.application, after.application))],
    scopes: [
      ...difference(after.scopes, before.scopes).map((scope) => change(form.added(scopes[scope].label))),
      ...difference(before.scopes, after.scopes).map((scope) =>
        restriction(form.removed(scopes[scope].label)),
      ),
    ],
    hidden_data: [
      ...difference(after.hidden_data, before.hidden_data).map((kind) => restriction(kinds[kind].hides)),
      ...difference(before.hidden_data, after.hidden_data).map((kind) => change(kinds[kind].shows)),
      change(protection.restartNote),
    ],
    mcp: [mcp ? change(agents.allowed) : restriction(agents.refused)],
    expires_at: isPast
      ? []
      : [change(end === null ? form.noLongerExpires : form.expiresAt(formatExpiration(end)))],
    allowed_networks: [
      networks.length > 0 ? restriction(form.networksRestricted) : change(form.networksUnrestricted),
    ],
    paused: [paused ? restriction(form.pausedNow) : change(form.resumed)],
    note: [change(form.noteChanged)],
  };
  const lines = changedFields(before, after).flatMap((name) => linesByField[name]);
  return (
    <section className={styles.changeSummary} aria-live="polite">
      <h3>{form.changes}</h3>
      <ul>
        {lines.map(({ text, isRestriction }) => (
          <li key={text} className={isRestriction ? 'problem-text' : undefined}>
            {text}
          </li>
        ))}
        {lines.length === 0 && <li>{form.noChanges}</li>}
      </ul>
    </section>
  );
}

const difference = <T,>(all: readonly T[], others: readonly T[]): T[] =>
  all.filter((each) => !others.includes(each));

interface Props {
  latest: ApiKey;
  /** The version in the form. */
  formVersion: KeyInput;
  onContinue: () => void;
}

/** Shows the saved version next to the version in the form, after the service refused to overwrite it. */
export function VersionConflict({ latest, formVersion, onContinue }: Props) {
  const { agents, conflict: texts, form, keys, protection, scopes, none, yes, no } = useTexts();
  const formatExpiration = useFormatExpiration();
  const labels: Record<keyof KeyInput, string> = {
    application: form.name,
    scopes: keys.scopes,
    hidden_data: protection.title,
    mcp: agents.allow,
    expires_at: keys.expires,
    allowed_networks: form.networks,
    paused: form.pause,
    note: form.note,
  };
  const textsOf = (key: KeyInput): Record<keyof KeyInput, string> => ({
    application: key.application,
    scopes: key.scopes.map((scope) => scopes[scope].label).join(', '),
    hidden_data: key.hidden_data.map((kind) => protection.kinds[kind].chip).join(', ') || none,
    mcp: key.mcp ? yes : no,
    expires_at: key.expires_at === null ? keys.neverExpires : formatExpiration(key.expires_at),
    allowed_networks: key.allowed_networks.join(', ') || keys.anyAddress,
    paused: key.paused ? yes : no,
    note: key.note || none,
  });
  const saved = textsOf(latest);
  const yours = textsOf(formVersion);
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
          {changedFields(latest, formVersion).map((name) => (
            <tr key={name}>
              <th scope="row">{labels[name]}</th>
              <td data-label={texts.saved}>{saved[name]}</td>
              <td data-label={texts.yours}>{yours[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button onPress={onContinue}>{texts.continueEditing}</Button>
    </Notice>
  );
}
