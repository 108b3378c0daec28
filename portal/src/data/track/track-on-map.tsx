import { useMemo, useState } from 'react';
import { formatCount, formatDistance } from '../../charts/amounts.js';
import { Tiles } from '../../charts/tiles.js';
import type { FileSubject } from '../../design/download/csv-file.js';
import { useColours } from '../../map/colours.js';
import { MapView } from '../../map/map-view.js';
import { useLanguage } from '../../texts/language.js';
import { FixesTable } from './fixes-table.js';
import { stopsOf } from './stops.js';
import { StopsList } from './stops-list.js';
import { TimeSlider } from './time-slider.js';
import { trackDrawing } from './track-drawing.js';
import { TrackLayer } from './track-layer.js';
import { lengthOf, type Fix } from './track-points.js';

interface Props {
  /** At least one location. */
  fixes: readonly Fix[];
  subject: FileSubject;
  /** The text about locations that the map cannot show, or empty. */
  leftOut: string;
}

/** The maximum number of stops with a number on the map. More of them would hide the track. */
const MOST_STOPS = 100;

/** A track on a map with its stops, and a slider for the time. */
export function TrackOnMap({ fixes, subject, leftOut }: Props) {
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
      <StopsList stops={numbered} onChoose={({ from }) => setIndex(fixes.indexOf(from))} />
      <details>
        <summary>{texts.showTable}</summary>
        <FixesTable fixes={fixes} subject={subject} />
      </details>
    </>
  );
}
