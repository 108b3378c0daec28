import { api } from '../../api/client.js';
import type { AuditFlaw } from '../../api/records.js';
import { Notice, ProblemNotice } from '../../design/notices/notice.js';
import { useTexts } from '../../texts/language.js';
import { Button } from '../../design/controls/button.js';
import styles from './audit.module.css';
import { useLongWork } from '../../api/use-long-work.js';

interface Checked {
  readonly events: number;
  readonly total: number;
  readonly last: number;
  readonly hash: string;
  readonly flaws: readonly AuditFlaw[];
}

const NOTHING: Checked = { events: 0, total: 0, last: 0, hash: '', flaws: [] };
const MOST_FLAWS = 100;

/** Verifies the hash chain of the whole audit log, page by page. */
export const useAuditLogCheck = () =>
  useLongWork(NOTHING, async (signal, tell) => {
    let checked = NOTHING;
    for (let after: number | null = 0; after !== null;) {
      const piece = await api.verifyAuditLog(after).load(signal);
      checked = {
        events: checked.events + piece.events,
        total: piece.total,
        last: piece.last_sequence,
        hash: piece.last_hash,
        flaws: [...checked.flaws, ...piece.flaws].slice(0, MOST_FLAWS),
      };
      after = piece.next;
      tell(checked);
    }
  });

type AuditLogCheck = ReturnType<typeof useAuditLogCheck>;

export function CheckButton({ state, run }: AuditLogCheck) {
  const { audit } = useTexts();
  return (
    <Button isDisabled={state.is === 'busy'} onPress={run}>
      {audit.check}
    </Button>
  );
}

/** Shows the progress or the result of the verification. */
export function CheckState({ state, run, stop }: AuditLogCheck) {
  const texts = useTexts();
  const { audit } = texts;
  if (state.is === 'idle') return null;
  if (state.is === 'failed') return <ProblemNotice problem={state.problem} onRetry={run} />;
  const { events, total, last, hash, flaws } = state.soFar;
  if (state.is === 'busy')
    return (
      <Notice kind="info">
        {audit.checking}{' '}
        <progress aria-label={audit.checking} max={Math.max(total, events, 1)} value={events} />{' '}
        <span aria-hidden="true">{audit.checked(events, total)}</span>
        <Button kind="quiet" onPress={stop}>
          {texts.cancel}
        </Button>
      </Notice>
    );
  if (flaws.length === 0)
    return (
      <Notice kind="success">
        {audit.intact(events)} {last > 0 && <span className="mono small">{audit.lastHash(last, hash)}</span>}
      </Notice>
    );
  return (
    <Notice kind="problem">
      {audit.notIntact}
      <ul className={styles.details}>
        {flaws.map(({ sequence, flaw }) => (
          <li key={`${sequence} ${flaw}`}>{audit.flaws[flaw](sequence)}</li>
        ))}
      </ul>
    </Notice>
  );
}
