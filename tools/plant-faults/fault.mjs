import { readFileSync } from 'node:fs';

/** Returns the fault with the text of its changed file, and with the changed lines before and after. */
export function withChange({ start, end, now, ...fault }) {
  const text = readFileSync(fault.file, 'utf8');
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end);
  return {
    ...fault,
    text: text.slice(0, start) + now + text.slice(end),
    line: text.slice(0, start).split('\n').length,
    was: text.slice(from, to),
    now: text.slice(from, start) + now + text.slice(end, to),
  };
}
