/** Letters that are written from right to left, and characters that control the direction. */
const MAY_CHANGE_DIRECTION =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Bidi_Control}]/u;

const FIRST_STRONG_ISOLATE = '\u2068';
const ISOLATE_STARTS = ['\u2066', '\u2067', FIRST_STRONG_ISOLATE];
const ISOLATE_END = '\u2069';

/**
 * Isolates a name, so that it does not change the direction of the surrounding text. Returns other
 * names unchanged, because users copy and search them.
 */
export function isolateBidi(name: string): string {
  return MAY_CHANGE_DIRECTION.test(name) ? FIRST_STRONG_ISOLATE + balanceIsolates(name) + ISOLATE_END : name;
}

/** Removes unmatched ends, which would end the isolation, and adds missing ends, which would extend it. */
function balanceIsolates(name: string): string {
  let open = 0;
  let kept = '';
  for (const character of name) {
    if (character === ISOLATE_END && open === 0) continue;
    if (character === ISOLATE_END) open--;
    if (ISOLATE_STARTS.includes(character)) open++;
    kept += character;
  }
  return kept + ISOLATE_END.repeat(open);
}
