import { useEntered } from './use-entered.js';

interface Wanted {
  send: (text: string) => Promise<unknown>;
  /** Returns true if the entry may be submitted. */
  isEntered: (text: string) => boolean;
  /** The codes of refusals that say that it is wrong. */
  wrongCodes: readonly string[];
}

/** A form with one field: what is entered there, and what is wrong with it until something else is. */
export function useOneEntry({ send, isEntered, wrongCodes }: Wanted) {
  const form = useEntered<string>('', send);
  const { entered: text, isAsSubmitted, problem } = form;
  const isWrong = problem !== undefined && wrongCodes.includes(problem.code);
  const isMissing = isAsSubmitted && !isEntered(text);
  const mistake = isWrong ? 'wrong' : isMissing ? 'missing' : undefined;
  return { ...form, text, submit: () => form.submit(isEntered(text)), mistake };
}
