/** Returns a number with the singular or plural of a word. */
export const count = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('de')} ${n === 1 ? one : many}`;

/** Formats a waiting time in seconds, minutes or hours, rounded up. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return count(seconds, 'Sekunde', 'Sekunden');
  if (seconds < 3600) return count(Math.ceil(seconds / 60), 'Minute', 'Minuten');
  return count(Math.ceil(seconds / 3600), 'Stunde', 'Stunden');
}
