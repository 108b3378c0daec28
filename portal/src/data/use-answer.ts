import { useTexts } from '../texts/language.js';

/** Says yes or no; what is not known is neither. */
export function useAnswer(): (flag: boolean | null) => string {
  const { yes, no, none } = useTexts();
  return (flag) => (flag === null ? none : flag ? yes : no);
}
