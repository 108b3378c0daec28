/**
 * What makes a text look like another one or like none: control, zero-width and direction characters, line separators, fillers, halves of
 * surrogate pairs. How an emoji is to be drawn may be said behind it.
 */
const UNSEEN = /(?!(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u;

export function isVisibleThroughout(text: string): boolean {
  return !UNSEEN.test(text);
}

/** A name as it is kept: without space around it, and the same characters in one form however they were typed. */
export function tidyName(text: string): string {
  // a byte order mark is no space, though trim() takes it for one
  return (text.includes('\ufeff') ? text : text.trim()).normalize();
}
