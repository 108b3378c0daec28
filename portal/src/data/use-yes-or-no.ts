import { useTexts } from '../texts/language.js';

/** Returns the text for yes, no or unknown. */
export function useYesOrNo(): (flag: boolean | null) => string {
  const { yes, no, none } = useTexts();
  return (flag) => (flag === null ? none : flag ? yes : no);
}
