/** A number with the word for one or for many. */
export const count = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('de')} ${n === 1 ? one : many}`;

/** A time to wait, rounded up in the largest unit that says enough. */
export function duration(seconds: number): string {
  if (seconds < 60) return count(seconds, 'Sekunde', 'Sekunden');
  if (seconds < 3600) return count(Math.ceil(seconds / 60), 'Minute', 'Minuten');
  return count(Math.ceil(seconds / 3600), 'Stunde', 'Stunden');
}
