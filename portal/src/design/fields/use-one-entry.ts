import { useState } from 'react';
import { useAttempt } from '../../api/use-attempt.js';
import { useMistakes } from './use-mistakes.js';

interface Wanted {
  send: (text: string) => Promise<unknown>;
  /** Whether it is worth sending. */
  isEntered: (text: string) => boolean;
  /** The codes of refusals that say that it is wrong. */
  wrongCodes: readonly string[];
}

/** A form with one field: what is entered there, and what is wrong with it until something else is. */
export function useOneEntry({ send, isEntered, wrongCodes }: Wanted) {
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const { shown, refuse } = useMistakes();
  const { isBusy, problem, attempt, forget } = useAttempt(() => send(text));
  const submit = async () => {
    setTried(true);
    if (!isEntered(text) || !(await attempt())) refuse();
  };
  const isWrong = problem !== undefined && wrongCodes.includes(problem.code);
  const mistake: 'wrong' | 'missing' | undefined = isWrong
    ? 'wrong'
    : isTried && !isEntered(text)
      ? 'missing'
      : undefined;
  return {
    shown,
    onSubmit: (event: Pick<Event, 'preventDefault'>) => {
      event.preventDefault();
      void submit();
    },
    text,
    enter: (next: string) => {
      setText(next);
      setTried(false);
      forget();
    },
    isBusy,
    mistake,
    problem,
  };
}
