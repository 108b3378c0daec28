import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { api } from '../api/client.js';
import { toProblem, type Problem } from '../api/problem.js';
import type { TrailFlaw } from '../api/records.js';
import { Notice } from '../design/notice.js';
import { useTexts } from '../texts/language.js';
import { problemText } from '../texts/problem-text.js';

interface Checked {
  readonly events: number;
  readonly total: number;
  readonly last: number;
  readonly hash: string;
  readonly flaws: readonly TrailFlaw[];
}

type Check =
  | { is: 'idle' }
  | { is: 'busy'; checked: Checked }
  | { is: 'failed'; problem: Problem }
  | { is: 'done'; checked: Checked };

const NOTHING: Checked = { events: 0, total: 0, last: 0, hash: '', flaws: [] };
const MOST_FLAWS = 100;

/** Has the seals of the whole trail checked, piece by piece. */
export function useTrailCheck() {
  const [check, setCheck] = useState<Check>({ is: 'idle' });
  const abort = useRef<AbortController>(undefined);
  const stop = () => {
    abort.current?.abort();
    setCheck({ is: 'idle' });
  };
  useEffect(() => () => abort.current?.abort(), []);

  const run = async () => {
    const { signal } = (abort.current = new AbortController());
    let checked = NOTHING;
    setCheck({ is: 'busy', checked });
    try {
      for (let after: number | null = 0; after !== null;) {
        const piece = await api.verifyTrail(after)(signal);
        checked = {
          events: checked.events + piece.events,
          total: piece.total,
          last: piece.last_sequence,
          hash: piece.last_hash,
          flaws: [...checked.flaws, ...piece.flaws].slice(0, MOST_FLAWS),
        };
        after = piece.next;
        setCheck({ is: after === null ? 'done' : 'busy', checked });
      }
    } catch (error) {
      if (!signal.aborted) setCheck({ is: 'failed', problem: toProblem(error) });
    }
  };
  return { check, run, stop };
}

type TrailCheck = ReturnType<typeof useTrailCheck>;

export function CheckButton({ check, run }: TrailCheck) {
  const { audit } = useTexts();
  return (
    <Button className="button" isDisabled={check.is === 'busy'} onPress={() => void run()}>
      {audit.check}
    </Button>
  );
}

/** How far the check is, or what it found. */
export function CheckState({ check, run, stop }: TrailCheck) {
  const texts = useTexts();
  const { audit } = texts;
  if (check.is === 'idle') return null;
  if (check.is === 'failed')
    return (
      <Notice kind="problem">
        {problemText(check.problem, texts)}
        <Button className="button quiet" onPress={() => void run()}>
          {texts.retry}
        </Button>
      </Notice>
    );
  const { events, total, last, hash, flaws } = check.checked;
  if (check.is === 'busy')
    return (
      <Notice kind="info">
        {audit.checking}{' '}
        <progress aria-label={audit.checking} max={Math.max(total, events, 1)} value={events} />{' '}
        <span aria-hidden="true">{audit.checked(events, total)}</span>
        <Button className="button quiet" onPress={stop}>
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
      <ul className="details">
        {flaws.map(({ sequence, flaw }) => (
          <li key={`${sequence} ${flaw}`}>{audit.flaws[flaw](sequence)}</li>
        ))}
      </ul>
    </Notice>
  );
}
