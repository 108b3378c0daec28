import type { Turn } from '../../database/changes/change-clock.js';
import { HISTORIES, isHistory } from '../../database/changes/histories.js';
import { NO_TIME } from '../../database/schema/columns.js';
import { startOfDayAgo } from '../../time/days.js';
import { ZonedTime } from '../../time/zoned-time.js';
import type { CheckedRecord, RecordShape } from './record-parser.js';

/** Whether a record is older than its enterprise keeps: retention would remove it at once. Those without a time never are. */
export function tooOld(
  { kind, columns }: RecordShape,
  { timeZone, retentionDays }: Turn,
): (record: CheckedRecord) => boolean {
  if (retentionDays === null || !isHistory(kind)) return () => false;
  const time = columns.indexOf(HISTORIES[kind].time);
  const keptFrom = startOfDayAgo(retentionDays, Date.now(), ZonedTime.of(timeZone));
  return ({ removes, row }) => {
    const at = Number(row[time]);
    return !removes && at !== NO_TIME && at < keptFrom;
  };
}
