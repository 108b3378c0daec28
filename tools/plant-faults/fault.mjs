import { readFileSync } from 'node:fs';

/** Adds to a fault the text of its file with the fault, and the whole lines that the fault changes. */
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
