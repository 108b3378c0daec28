/** Letters that are written from right to left, and characters that control the direction. */
const MAY_TURN =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Bidi_Control}]/u;

const FIRST_STRONG = '\u2068';
const BEGINNINGS = ['\u2066', '\u2067', FIRST_STRONG];
const END = '\u2069';

/**
 * Isolates a name, so that it does not change the direction of the surrounding text. Returns other
 * names unchanged, because users copy and search them.
 */
export function isolated(name: string): string {
  return MAY_TURN.test(name) ? FIRST_STRONG + balanced(name) + END : name;
}

/** Removes unmatched ends, which would end the isolation, and adds missing ends, which would extend it. */
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
