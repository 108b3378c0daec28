import { useMemo, useState } from 'react';
import type { DeviceLocation } from '../../api/records.js';
import { formatCount, formatDistance } from '../../charts/amounts.js';
import { Tiles } from '../../charts/tiles.js';
import type { FileSubject } from '../../design/download/file-name.js';
import { useColours } from '../../map/colours.js';
import { MapView } from '../../map/map-view.js';
import { useLanguage } from '../../texts/language.js';
import { FixesTable } from './fixes-table.js';
import { TimeSlider } from './time-slider.js';
import { trackDrawing } from './track-drawing.js';
import { TrackLayer } from './track-layer.js';
import { fixesOf, lengthOf } from './track-points.js';
import { Empty } from '../../design/page/card.js';

/** The track of a device on a map, with a slider for the time. */
export function Track({
  locations,
  subject,
}: {
  locations: readonly DeviceLocation[];
  subject: FileSubject;
}) {
  const { texts, locale } = useLanguage();
  const { device } = texts;
  const fixes = useMemo(() => fixesOf(locations), [locations]);
  const points = useMemo(() => fixes.map(({ place }) => place), [fixes]);
  const colours = useColours();
  const drawing = useMemo(() => trackDrawing(fixes, colours), [fixes, colours]);
  const [index, setIndex] = useState(0);
  const shown = fixes[Math.min(index, fixes.length - 1)];
  const unplaced = locations.length - fixes.length;
  const leftOut = unplaced > 0 && device.unplaced(unplaced);
  if (!shown) return <Empty>{leftOut || device.noTrack}</Empty>;
  return (
    <>
      <Tiles
        isInCard
        tiles={[
          { label: device.positions, value: formatCount(fixes.length, locale) },
          { label: device.distance, value: formatDistance(lengthOf(fixes), locale) },
        ]}
      />
      <MapView label={device.trackLabel(fixes.length)} points={points} drawing={drawing}>
        {(map) => <TrackLayer map={map} fixes={fixes} shown={shown} />}
      </MapView>
      {leftOut && <p className="hint left-out">{leftOut}</p>}
      <TimeSlider fixes={fixes} shown={shown} onChange={setIndex} />
      <details>
        <summary>{texts.showTable}</summary>
        <FixesTable fixes={fixes} subject={subject} />
      </details>
    </>
  );
}
