/** Letters that run from right to left, and marks that turn the direction. */
const MAY_TURN =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Bidi_Control}]/u;

const FIRST_STRONG = '\u2068';
const BEGINNINGS = ['\u2066', '\u2067', FIRST_STRONG];
const END = '\u2069';

/**
 * A name as it stands in a sentence: it keeps its own direction and leaves that of the words around it, whatever marks it has.
 * Names that cannot turn anything stay as they are, for they are copied and searched for.
 */
export function isolated(name: string): string {
  return MAY_TURN.test(name) ? FIRST_STRONG + balanced(name) + END : name;
}

/** No end without a beginning, which would end the isolation, and none missing, which would take in what follows. */
function balanced(name: string): string {
  let open = 0;
  let kept = '';
  for (const sign of name) {
    if (sign === END && open === 0) continue;
    if (sign === END) open--;
    if (BEGINNINGS.includes(sign)) open++;
    kept += sign;
  }
  return kept + END.repeat(open);
}
