import { useMemo, useState } from 'react';
import type { LastPosition } from '../api/records.js';
import { DayRangeChoice } from '../design/day-range.js';
import { Card } from '../design/page.js';
import { MapView } from '../map/map-view.js';
import { useTexts } from '../texts/language.js';
import { dayOfText, isWithin } from '../time/days.js';
import { useDayRange } from '../time/use-day-range.js';
import { FleetLayer } from './fleet-layer.js';
import { PositionsTable } from './positions-table.js';
import { latestDay, placed, type Placed } from './positions.js';

/** Where each device was last, among those that were heard of in the chosen days. */
export function FleetMap({ positions }: { positions: readonly LastPosition[] }) {
  const { data } = useTexts();
  const all = useMemo(() => placed(positions), [positions]);
  const lastDay = latestDay(all);
  const [range, choose] = useDayRange(lastDay);
  const shown = useMemo(() => all.filter(({ at }) => isWithin(dayOfText(at), range)), [all, range]);
  return (
    <>
      <div className="toolbar loose">
        <DayRangeChoice range={range} lastDay={lastDay} onChange={choose} />
      </div>
      <Card title={data.fleetMap}>
        {shown.length === 0 ? (
          <p className="empty-text">{data.noPositions}</p>
        ) : (
          <Positions shown={shown} missing={positions.length - shown.length} />
        )}
      </Card>
    </>
  );
}

function Positions({ shown, missing }: { shown: readonly Placed[]; missing: number }) {
  const { data } = useTexts();
  const points = useMemo(() => shown.map(({ place }) => place), [shown]);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const listed = shown.filter(({ id }) => chosen.length === 0 || chosen.includes(id));
  return (
    <>
      <MapView label={data.fleetMapLabel(shown.length)} points={points}>
        {(projection) => (
          <FleetLayer projection={projection} positions={shown} chosen={chosen} onChoose={setChosen} />
        )}
      </MapView>
      {missing > 0 && <p className="hint">{data.withoutPosition(missing)}</p>}
      <PositionsTable positions={listed} isPart={chosen.length > 0} onAll={() => setChosen([])} />
    </>
  );
}
