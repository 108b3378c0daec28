import type { ApiKey } from '../../api/records.js';
import { Button } from '../../design/controls/button.js';
import { Notice } from '../../design/notices/notice.js';
import { useTexts } from '../../texts/language.js';
import { useEndLabel } from '../../time/use-end-label.js';
import { changesBetween, type WholeKey } from '../terms/wanted.js';
import styles from './both-versions.module.css';

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
              <td>{textOf(latest, name)}</td>
              <td>{textOf(own, name)}</td>
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
