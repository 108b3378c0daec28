import { useId, useMemo, useState } from 'react';
import type { DeviceLocation } from '../../api/types.js';
import { formatCount, formatDistance, formatDuration } from '../../charts/format-amounts.js';
import { Tiles } from '../../charts/tiles.js';
import type { CsvFile } from '../../design/download/csv.js';
import { Select } from '../../design/fields/select.js';
import { EmptyMessage } from '../../design/page/card.js';
import { useThemeColors } from '../../map/drawing.js';
import { MapView } from '../../map/map-view.js';
import { useSearchParam } from '../../session/use-search-param.js';
import { labelOf } from '../../texts/label-of.js';
import { useLanguage } from '../../texts/language.js';
import { formatDay, dayOfTimestamp } from '../../time/days.js';
import { useFormatTime } from '../../time/use-format-time.js';
import { LocationsTable } from './locations-table.js';
import { createTrackDrawing, TrackLayer } from './track-layer.js';
import { type TrackPoint, toTrackPoints, trackLength, type Stop, stopsOf } from './track-points.js';
import styles from './stops-list.module.css';
import timeSliderStyles from './time-slider.module.css';

interface TrackProps {
  locations: readonly DeviceLocation[];
  csvFile: CsvFile;
}

const ALL_DAYS = 'all';

/** The track of a device, day by day. The newest day comes first, because a longer track covers itself. */
export function Track({ locations, csvFile }: TrackProps) {
  const { texts, locale } = useLanguage();
  const { device } = texts;
  const trackPoints = useMemo(() => toTrackPoints(locations), [locations]);
  const days = useMemo(
    () => [...Map.groupBy(trackPoints, ({ record }) => dayOfTimestamp(record.created_at))].toReversed(),
    [trackPoints],
  );
  const [selectedDay, setSelectedDay] = useSearchParam('day', { preventScrollReset: true });
  const omittedCount = locations.length - trackPoints.length;
  const omittedHint = omittedCount > 0 ? device.notShown(omittedCount) : '';
  if (trackPoints.length === 0) return <EmptyMessage>{omittedHint || device.noTrack}</EmptyMessage>;
  const all = { id: ALL_DAYS, trackPoints, label: device.allDays, csvFile };
  const options = [
    ...days.map(([day, ofDay]) => ({
      id: day,
      trackPoints: ofDay,
      label: formatDay(day, locale, 'full'),
      csvFile: { ...csvFile, days: { startdate: day, enddate: day } },
    })),
    all,
  ];
  const selected = options.find(({ id }) => id === selectedDay) ?? options[0] ?? all;
  return (
    <>
      {days.length > 1 && (
        <Select
          label={texts.days.day}
          value={selected.id}
          options={options.map(({ id, label, trackPoints: shown }) => ({
            id,
            label: device.trackDay(label, shown.length),
          }))}
          onChange={setSelectedDay}
        />
      )}
      <TrackMap trackPoints={selected.trackPoints} csvFile={selected.csvFile} omittedHint={omittedHint} />
    </>
  );
}

interface TrackMapProps {
  /** At least one location. */
  trackPoints: readonly TrackPoint[];
  csvFile: CsvFile;
  /** The text about locations that the map cannot show, or empty. */
  omittedHint: string;
}

/** The maximum number of stops with a number on the map. More of them would hide the track. */
const MAX_NUMBERED_STOPS = 100;

/** A track on a map with its stops, and a slider for the time. */
function TrackMap({ trackPoints, csvFile, omittedHint }: TrackMapProps) {
  const { texts, locale } = useLanguage();
  const { device } = texts;
  const points = useMemo(() => trackPoints.map(({ coordinates }) => coordinates), [trackPoints]);
  const stops = useMemo(() => stopsOf(trackPoints), [trackPoints]);
  const numberedStops = stops.length > MAX_NUMBERED_STOPS ? [] : stops;
  const colors = useThemeColors();
  const drawing = useMemo(() => createTrackDrawing(trackPoints, colors), [trackPoints, colors]);
  const [selection, setSelection] = useState({ trackPoints, index: 0 });
  const selected = trackPoints[selection.trackPoints === trackPoints ? selection.index : 0]; // a different day starts at its first location
  const setIndex = (index: number) => setSelection({ trackPoints, index });
  return (
    <>
      <Tiles
        isInCard
        tiles={[
          { label: device.locations, value: formatCount(trackPoints.length, locale) },
          { label: device.distance, value: formatDistance(trackLength(trackPoints), locale) },
          { label: device.stops, value: formatCount(stops.length, locale) },
        ]}
      />
      <MapView label={device.trackLabel(trackPoints.length)} points={points} drawing={drawing}>
        {(map) => (
          <TrackLayer map={map} trackPoints={trackPoints} stops={numberedStops} selected={selected} />
        )}
      </MapView>
      {omittedHint !== '' && <p className="hint left-out">{omittedHint}</p>}
      {selected && <TimeSlider trackPoints={trackPoints} selected={selected} onChange={setIndex} />}
      {stops.length > MAX_NUMBERED_STOPS && <p className="hint">{device.manyStops}</p>}
      <StopsList stops={numberedStops} onSelect={(point) => setIndex(trackPoints.indexOf(point))} />
      <details>
        <summary>{texts.showTable}</summary>
        <LocationsTable trackPoints={trackPoints} csvFile={csvFile} />
      </details>
    </>
  );
}

/** The stops of a track with their times. A press selects the location on the map. */
function StopsList({ stops, onSelect }: { stops: readonly Stop[]; onSelect: (point: TrackPoint) => void }) {
  const { texts, locale } = useLanguage();
  const formatTime = useFormatTime('short');
  if (stops.length === 0) return null;
  return (
    <section>
      <h3>{texts.device.stops}</h3>
      <ol className={styles.stops}>
        {stops.map(({ from, until }) => (
          <li key={from.at}>
            <button type="button" className={styles.stop} onClick={() => onSelect(from)}>
              {texts.device.stop(
                formatTime(from.record.created_at),
                formatDuration(until.at - from.at, locale),
              )}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface TimeSliderProps {
  trackPoints: readonly TrackPoint[];
  selected: TrackPoint;
  onChange: (index: number) => void;
}

/** Selects a location of a track. Screen readers announce its time instead of its index. */
function TimeSlider({ trackPoints, selected, onChange }: TimeSliderProps) {
  const { texts, locale } = useLanguage();
  const formatTime = useFormatTime();
  const id = useId();
  const { created_at: at, accuracy, provider, geofence_id: geofence } = selected.record;
  const time = formatTime(at);
  const details = [
    time,
    accuracy !== null && `± ${formatDistance(accuracy, locale)}`,
    labelOf(texts.device.providers, provider),
    geofence,
  ].filter(Boolean);
  return (
    <div className={timeSliderStyles.timeSlider}>
      <label htmlFor={id}>{texts.device.trackPoint}</label>
      <output htmlFor={id} aria-live="off">
        {details.join(' · ')}
      </output>
      <input
        id={id}
        type="range"
        min={0}
        max={Math.max(trackPoints.length - 1, 1)}
        value={trackPoints.indexOf(selected)}
        aria-valuetext={time}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </div>
  );
}
