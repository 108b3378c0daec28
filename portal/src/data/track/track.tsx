import { useMemo } from 'react';
import type { DeviceLocation } from '../../api/records.js';
import type { FileSubject } from '../../design/download/csv-file.js';
import { Choice } from '../../design/fields/choice.js';
import { Empty } from '../../design/page/card.js';
import { useInAddress } from '../../session/use-in-address.js';
import { useLanguage } from '../../texts/language.js';
import { dayLabel } from '../../time/days.js';
import { daysOf, type TrackDay } from './days-of.js';
import { fixesOf } from './track-points.js';
import { TrackOnMap } from './track-on-map.js';

interface Props {
  locations: readonly DeviceLocation[];
  subject: FileSubject;
}

const ALL_DAYS = 'all';

/** The track of a device, day by day. The newest day comes first, because a longer track covers itself. */
export function Track({ locations, subject }: Props) {
  const { device } = useLanguage().texts;
  const fixes = useMemo(() => fixesOf(locations), [locations]);
  const days = useMemo(() => daysOf(fixes), [fixes]);
  const [wanted, want] = useInAddress('day', { preventScrollReset: true });
  const unplaced = locations.length - fixes.length;
  const leftOut = unplaced > 0 ? device.unplaced(unplaced) : '';
  const [newest] = days;
  if (!newest) return <Empty>{leftOut || device.noTrack}</Empty>;
  const chosen = days.find(({ day }) => day === wanted) ?? newest;
  const isAll = wanted === ALL_DAYS;
  const ofDay = { ...subject, days: { startdate: chosen.day, enddate: chosen.day } };
  return (
    <>
      {days.length > 1 && (
        <DayChoice days={days} value={isAll ? ALL_DAYS : chosen.day} total={fixes.length} onChange={want} />
      )}
      <TrackOnMap fixes={isAll ? fixes : chosen.fixes} subject={isAll ? subject : ofDay} leftOut={leftOut} />
    </>
  );
}

interface ChoiceProps {
  days: readonly TrackDay[];
  value: string;
  total: number;
  onChange: (day: string) => void;
}

function DayChoice({ days, value, total, onChange }: ChoiceProps) {
  const { texts, locale } = useLanguage();
  const { device } = texts;
  const options = days.map(({ day, fixes }) => ({
    id: day,
    label: device.trackDay(dayLabel(day, locale, 'full'), fixes.length),
  }));
  return (
    <Choice
      label={device.day}
      value={value}
      options={[...options, { id: ALL_DAYS, label: device.trackDay(device.allDays, total) }]}
      onChange={onChange}
    />
  );
}
