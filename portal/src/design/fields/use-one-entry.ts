import { useEntered } from './use-entered.js';

interface Wanted {
  send: (text: string) => Promise<unknown>;
  /** Returns true if the entry may be submitted. */
  isEntered: (text: string) => boolean;
  /** The error codes of the service for an invalid entry. */
  wrongCodes: readonly string[];
}

/** A form with one field. Its error disappears when the user changes the entry. */
export function useOneEntry({ send, isEntered, wrongCodes }: Wanted) {
  const form = useEntered<string>('', send);
  const { entered: text, isAsSubmitted, problem } = form;
  const isWrong = problem !== undefined && wrongCodes.includes(problem.code);
  const isMissing = isAsSubmitted && !isEntered(text);
  const mistake = isWrong ? 'wrong' : isMissing ? 'missing' : undefined;
  return { ...form, text, submit: () => form.submit(isEntered(text)), mistake };
}
