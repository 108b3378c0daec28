import { type ReactNode, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { LastPosition } from '../../api/records.js';
import { Button } from '../../design/controls/button.js';
import { DayRangeChoice } from '../../design/days/day-range.js';
import { Card, Empty, Toolbar } from '../../design/page/card.js';
import { momentColumn } from '../../design/table/column.js';
import { DataTable } from '../../design/table/data-table.js';
import { MapView } from '../../map/map-view.js';
import { useTexts } from '../../texts/language.js';
import { dayOfText, isWithin, latestDay } from '../../time/days.js';
import { useToday } from '../../time/now.js';
import { type DayChoice, useDayRange } from '../../time/use-day-range.js';
import { deviceAddress } from '../back-link.js';
import { statusColumn } from '../device-values.js';
import { FleetLayer, placed, type Placed } from './fleet-layer.js';

interface FleetMapProps {
  positions: readonly LastPosition[];
  /** The number of devices, including those without a location. */
  deviceCount: number;
}

/** A map of the last location of each device, for devices seen on the chosen days. */
export function FleetMap({ positions, deviceCount }: FleetMapProps) {
  const { data } = useTexts();
  const all = useMemo(() => placed(positions), [positions]);
  const lastDay = latestDay(
    all.map(({ at }) => at),
    useToday(),
  );
  const days = useDayRange(lastDay);
  const { range } = days;
  const shown = useMemo(() => all.filter(({ at }) => isWithin(dayOfText(at), range)), [all, range]);
  const [elsewhen, nowhere] = [all.length - shown.length, deviceCount - all.length];
  const leftOut = (elsewhen > 0 || nowhere > 0) && (
    <p className="hint left-out">
      {elsewhen > 0 && data.withoutPosition(elsewhen)} {nowhere > 0 && data.neverLocated(nowhere)}
    </p>
  );
  return (
    <>
      <Toolbar isLoose>
        <DayRangeChoice days={days} />
      </Toolbar>
      <Card title={data.fleetMap}>
        {shown.length === 0 ? (
          <>
            <Empty>{data.noPositions}</Empty>
            {leftOut}
          </>
        ) : (
          <Positions shown={shown} days={days} leftOut={leftOut} />
        )}
      </Card>
    </>
  );
}

/** The devices of the chosen point, and the list of locations that it belongs to. */
interface Choice {
  ids: ReadonlySet<string>;
  of: readonly Placed[];
}

const NONE: ReadonlySet<string> = new Set();

interface PositionsProps {
  shown: readonly Placed[];
  /** The device page shows the chosen days too. Without a choice, it begins with the newest locations. */
  days: DayChoice;
  leftOut: ReactNode;
}

function Positions({ shown, days, leftOut }: PositionsProps) {
  const { data, map: mapTexts } = useTexts();
  const [parameters] = useSearchParams();
  const points = useMemo(() => shown.map(({ place }) => place), [shown]);
  const [choice, setChoice] = useState<Choice>();
  // drops the choice when other days are shown
  const chosen = choice?.of === shown ? choice.ids : NONE;
  const addressOf = (id: string) => deviceAddress(id, parameters, { show: 'track', ...days.chosen });
  const listed = shown.filter(({ id }) => chosen.size === 0 || chosen.has(id));
  return (
    <>
      <MapView label={data.fleetMapLabel(shown.length)} points={points}>
        {(map) => (
          <FleetLayer
            map={map}
            positions={shown}
            chosen={chosen}
            onChoose={(ids) => setChoice({ ids, of: shown })}
          />
        )}
      </MapView>
      {leftOut}
      <DataTable
        label={data.fleetMap}
        rows={listed}
        rowId={({ id }) => id}
        sorting={{ column: 'seen', descending: true }}
        subject={{ days: days.range }}
        tools={
          chosen.size > 0 && (
            <Button kind="quiet" onPress={() => setChoice(undefined)}>
              {mapTexts.fit}
            </Button>
          )
        }
        columns={[
          {
            id: 'device',
            label: data.device,
            isHeader: true,
            sortBy: ({ id }) => id,
            cell: ({ id }) => <Link to={addressOf(id)}>{id}</Link>,
          },
          { id: 'model', label: data.model, sortBy: ({ model }) => model },
          statusColumn(data),
          {
            id: 'position',
            label: data.position,
            inFile: [
              [data.latitude, ({ place: [, lat] }) => lat],
              [data.longitude, ({ place: [lng] }) => lng],
            ],
            cell: ({ place: [lng, lat] }) => (
              <span className="nowrap">
                {lat.toFixed(5)}, {lng.toFixed(5)}
              </span>
            ),
          },
          momentColumn<Placed>('seen', data.seen, ({ at }) => at),
        ]}
      />
    </>
  );
}
