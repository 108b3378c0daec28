import { dayOfText } from '../../time/days.js';
import type { Fix } from './track-points.js';

export interface TrackDay {
  day: string;
  fixes: readonly Fix[];
}

/** Divides a track, which is sorted by time, into its days. The newest day comes first. */
export function daysOf(fixes: readonly Fix[]): TrackDay[] {
  const days = new Map<string, Fix[]>();
  for (const fix of fixes) {
    const day = dayOfText(fix.record.created_at);
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(fix);
    else days.set(day, [fix]);
  }
  return [...days].map(([day, ofDay]) => ({ day, fixes: ofDay })).toReversed();
}
