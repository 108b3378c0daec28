/** Returns a number with the singular or plural of a word. */
export const count = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

/** Formats a waiting time in seconds, minutes or hours, rounded up. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return count(seconds, 'second', 'seconds');
  if (seconds < 3600) return count(Math.ceil(seconds / 60), 'minute', 'minutes');
  return count(Math.ceil(seconds / 3600), 'hour', 'hours');
}
