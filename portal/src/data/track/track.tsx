import { useId, useMemo, useState } from 'react';
import type { DeviceLocation } from '../../api/records.js';
import { formatCount, formatDistance, formatDuration } from '../../charts/amounts.js';
import { Tiles } from '../../charts/tiles.js';
import type { FileSubject } from '../../design/download/csv.js';
import { Choice } from '../../design/fields/choice.js';
import { Empty } from '../../design/page/card.js';
import { useColours } from '../../map/drawing.js';
import { MapView } from '../../map/map-view.js';
import { useInAddress } from '../../session/use-in-address.js';
import { useLanguage } from '../../texts/language.js';
import { dayLabel, dayOfText } from '../../time/days.js';
import { useAbsoluteTime } from '../../time/use-absolute-time.js';
import { FixesTable } from './fixes-table.js';
import { trackDrawing, TrackLayer } from './track-layer.js';
import { type Fix, fixesOf, lengthOf, type Stop, stopsOf } from './track-points.js';
import styles from './stops-list.module.css';
import timeSliderStyles from './time-slider.module.css';

interface TrackProps {
  locations: readonly DeviceLocation[];
  subject: FileSubject;
}

const ALL_DAYS = 'all';

/** The track of a device, day by day. The newest day comes first, because a longer track covers itself. */
export function Track({ locations, subject }: TrackProps) {
  const { texts, locale } = useLanguage();
  const { device } = texts;
  const fixes = useMemo(() => fixesOf(locations), [locations]);
  const days = useMemo(
    () => [...Map.groupBy(fixes, ({ record }) => dayOfText(record.created_at))].toReversed(),
    [fixes],
  );
  const [wanted, want] = useInAddress('day', { preventScrollReset: true });
  const unplaced = locations.length - fixes.length;
  const leftOut = unplaced > 0 ? device.unplaced(unplaced) : '';
  if (fixes.length === 0) return <Empty>{leftOut || device.noTrack}</Empty>;
  const all = { id: ALL_DAYS, fixes, label: device.allDays, subject };
  const options = [
    ...days.map(([day, ofDay]) => ({
      id: day,
      fixes: ofDay,
      label: dayLabel(day, locale, 'full'),
      subject: { ...subject, days: { startdate: day, enddate: day } },
    })),
    all,
  ];
  const chosen = options.find(({ id }) => id === wanted) ?? options[0] ?? all;
  return (
    <>
      {days.length > 1 && (
        <Choice
          label={texts.days.day}
          value={chosen.id}
          options={options.map(({ id, label, fixes: shown }) => ({
            id,
            label: device.trackDay(label, shown.length),
          }))}
          onChange={want}
        />
      )}
      <TrackOnMap fixes={chosen.fixes} subject={chosen.subject} leftOut={leftOut} />
    </>
  );
}

interface TrackOnMapProps {
  /** At least one location. */
  fixes: readonly Fix[];
  subject: FileSubject;
  /** The text about locations that the map cannot show, or empty. */
  leftOut: string;
}

/** The maximum number of stops with a number on the map. More of them would hide the track. */
const MOST_STOPS = 100;

/** A track on a map with its stops, and a slider for the time. */
function TrackOnMap({ fixes, subject, leftOut }: TrackOnMapProps) {
  const { texts, locale } = useLanguage();
  const { device } = texts;
  const points = useMemo(() => fixes.map(({ place }) => place), [fixes]);
  const stops = useMemo(() => stopsOf(fixes), [fixes]);
  const numbered = stops.length > MOST_STOPS ? [] : stops;
  const colours = useColours();
  const drawing = useMemo(() => trackDrawing(fixes, colours), [fixes, colours]);
  const [choice, setChoice] = useState({ fixes, index: 0 });
  const shown = fixes[choice.fixes === fixes ? choice.index : 0]; // another day starts at its first location
  const setIndex = (index: number) => setChoice({ fixes, index });
  return (
    <>
      <Tiles
        isInCard
        tiles={[
          { label: device.positions, value: formatCount(fixes.length, locale) },
          { label: device.distance, value: formatDistance(lengthOf(fixes), locale) },
          { label: device.stops, value: formatCount(stops.length, locale) },
        ]}
      />
      <MapView label={device.trackLabel(fixes.length)} points={points} drawing={drawing}>
        {(map) => <TrackLayer map={map} fixes={fixes} stops={numbered} shown={shown} />}
      </MapView>
      {leftOut !== '' && <p className="hint left-out">{leftOut}</p>}
      {shown && <TimeSlider fixes={fixes} shown={shown} onChange={setIndex} />}
      {stops.length > MOST_STOPS && <p className="hint">{device.manyStops}</p>}
      <StopsList stops={numbered} onChoose={(fix) => setIndex(fixes.indexOf(fix))} />
      <details>
        <summary>{texts.showTable}</summary>
        <FixesTable fixes={fixes} subject={subject} />
      </details>
    </>
  );
}

/** The stops of a track with their times. A press selects the location on the map. */
function StopsList({ stops, onChoose }: { stops: readonly Stop[]; onChoose: (fix: Fix) => void }) {
  const { texts, locale } = useLanguage();
  const time = useAbsoluteTime('short');
  if (stops.length === 0) return null;
  return (
    <section>
      <h3>{texts.device.stops}</h3>
      <ol className={styles.stops}>
        {stops.map(({ from, until }) => (
          <li key={from.at}>
            <button type="button" className={styles.stop} onClick={() => onChoose(from)}>
              {texts.device.stop(time(from.record.created_at), formatDuration(until.at - from.at, locale))}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface TimeSliderProps {
  fixes: readonly Fix[];
  shown: Fix;
  onChange: (index: number) => void;
}

/** Selects a location of a track. Screen readers announce its time instead of its index. */
function TimeSlider({ fixes, shown, onChange }: TimeSliderProps) {
  const { texts, locale } = useLanguage();
  const absolute = useAbsoluteTime();
  const id = useId();
  const { created_at: at, accuracy, provider, geofence_id: geofence } = shown.record;
  const time = absolute(at);
  const facts = [
    time,
    accuracy !== null && `± ${formatDistance(accuracy, locale)}`,
    texts.device.providers[provider] ?? provider,
    geofence,
  ].filter(Boolean);
  return (
    <div className={timeSliderStyles.timeSlider}>
      <label htmlFor={id}>{texts.device.along}</label>
      <output htmlFor={id} aria-live="off">
        {facts.join(' · ')}
      </output>
      <input
        id={id}
        type="range"
        min={0}
        max={Math.max(fixes.length - 1, 1)}
        value={fixes.indexOf(shown)}
        aria-valuetext={time}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </div>
  );
}
