import { useMemo, useState } from 'react';
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components';
import type { DeviceLocation } from '../api/records.js';
import { formatCount, formatDistance } from '../charts/amounts.js';
import { Tiles } from '../charts/tiles.js';
import { MapView } from '../map/map-view.js';
import { useLanguage } from '../texts/language.js';
import { useAbsoluteTime } from '../time/use-absolute-time.js';
import { FixesTable } from './fixes-table.js';
import { fixesOf, lengthOf, type Fix } from './track-points.js';
import { TrackLayer } from './track-layer.js';

/** A device's way on the map, to be followed through its time. */
export function Track({ locations }: { locations: readonly DeviceLocation[] }) {
  const { texts, locale } = useLanguage();
  const { device } = texts;
  const fixes = useMemo(() => fixesOf(locations), [locations]);
  const points = useMemo(() => fixes.map(({ place }) => place), [fixes]);
  const [index, setIndex] = useState(0);
  const shown = fixes[Math.min(index, fixes.length - 1)];
  if (!shown) return <p className="empty-text">{device.noTrack}</p>;
  return (
    <>
      <Tiles
        tiles={[
          { label: device.positions, value: formatCount(fixes.length, locale) },
          { label: device.distance, value: formatDistance(lengthOf(fixes), locale) },
        ]}
      />
      <MapView label={device.trackLabel(fixes.length)} points={points}>
        {(projection) => <TrackLayer projection={projection} fixes={fixes} shown={shown} />}
      </MapView>
      <TimeSlider fixes={fixes} shown={shown} onChange={setIndex} />
      <details>
        <summary>{texts.showTable}</summary>
        <FixesTable fixes={fixes} />
      </details>
    </>
  );
}

interface SliderProps {
  fixes: readonly Fix[];
  shown: Fix;
  onChange: (index: number) => void;
}

function TimeSlider({ fixes, shown, onChange }: SliderProps) {
  const { texts, locale } = useLanguage();
  const absolute = useAbsoluteTime();
  const { created_at: at, accuracy, provider, geofence_id: geofence } = shown.record;
  const facts = [
    absolute(at),
    accuracy !== null && `± ${formatDistance(accuracy, locale)}`,
    texts.device.providers[provider] ?? provider,
    geofence,
  ].filter(Boolean);
  return (
    <Slider
      className="time-slider"
      minValue={0}
      maxValue={Math.max(fixes.length - 1, 1)}
      value={fixes.indexOf(shown)}
      onChange={onChange}
    >
      <Label>{texts.device.along}</Label>
      <SliderOutput>{facts.join(' · ')}</SliderOutput>
      <SliderTrack className="slider-track">
        <SliderThumb className="slider-thumb" />
      </SliderTrack>
    </Slider>
  );
}
