import { type ReactNode, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { LastPosition } from '../../api/types.js';
import { Button } from '../../design/controls/button.js';
import { DayRangePicker } from '../../design/days/day-range-picker.js';
import { Card, EmptyMessage, Toolbar } from '../../design/page/card.js';
import { timeColumn } from '../../design/table/column.js';
import { DataTable } from '../../design/table/data-table.js';
import { MapView } from '../../map/map-view.js';
import { useTexts } from '../../texts/language.js';
import { dayOfTimestamp, isWithin, latestDay } from '../../time/days.js';
import { useToday } from '../../time/now.js';
import { type DayRangeState, useDayRange } from '../../time/use-day-range.js';
import { devicePath } from '../paths.js';
import { statusColumn } from '../device-values.js';
import { FleetLayer, toLocatedDevices, type LocatedDevice } from './fleet-layer.js';

interface FleetMapProps {
  locations: readonly LastPosition[];
  /** The number of devices, including those without a location. */
  deviceCount: number;
}

/** A map of the last location of each device, for devices seen on the selected days. */
export function FleetMap({ locations, deviceCount }: FleetMapProps) {
  const { data } = useTexts();
  const all = useMemo(() => toLocatedDevices(locations), [locations]);
  const lastDay = latestDay(
    all.map(({ at }) => at),
    useToday(),
  );
  const dayRange = useDayRange(lastDay);
  const { range } = dayRange;
  const devices = useMemo(() => all.filter(({ at }) => isWithin(dayOfTimestamp(at), range)), [all, range]);
  const otherDaysCount = all.length - devices.length;
  const neverLocatedCount = deviceCount - all.length;
  const omittedHint = (otherDaysCount > 0 || neverLocatedCount > 0) && (
    <p className="hint left-out">
      {otherDaysCount > 0 && data.locatedOnOtherDays(otherDaysCount)}{' '}
      {neverLocatedCount > 0 && data.neverLocated(neverLocatedCount)}
    </p>
  );
  return (
    <>
      <Toolbar isLoose>
        <DayRangePicker state={dayRange} />
      </Toolbar>
      <Card title={data.fleetMap}>
        {devices.length === 0 ? (
          <>
            <EmptyMessage>{data.noLocations}</EmptyMessage>
            {omittedHint}
          </>
        ) : (
          <LocatedDevicesView devices={devices} dayRange={dayRange} omittedHint={omittedHint} />
        )}
      </Card>
    </>
  );
}

/** The devices of the selected point, and the list that the selection belongs to. */
interface DeviceSelection {
  ids: ReadonlySet<string>;
  devices: readonly LocatedDevice[];
}

const NO_IDS: ReadonlySet<string> = new Set();

interface LocatedDevicesViewProps {
  devices: readonly LocatedDevice[];
  /** Links to device pages contain the selected days. Without them, a device page shows the newest locations. */
  dayRange: DayRangeState;
  omittedHint: ReactNode;
}

function LocatedDevicesView({ devices, dayRange, omittedHint }: LocatedDevicesViewProps) {
  const { data, map: mapTexts } = useTexts();
  const [parameters] = useSearchParams();
  const points = useMemo(() => devices.map(({ coordinates }) => coordinates), [devices]);
  const [selection, setSelection] = useState<DeviceSelection>();
  // drops the selection when other days are shown
  const selectedIds = selection?.devices === devices ? selection.ids : NO_IDS;
  const pathOf = (id: string) => devicePath(id, parameters, { show: 'track', ...dayRange.selectedRange });
  const listed = devices.filter(({ id }) => selectedIds.size === 0 || selectedIds.has(id));
  return (
    <>
      <MapView label={data.fleetMapLabel(devices.length)} points={points}>
        {(map) => (
          <FleetLayer
            map={map}
            devices={devices}
            selectedIds={selectedIds}
            onSelect={(ids) => setSelection({ ids, devices })}
          />
        )}
      </MapView>
      {omittedHint}
      <DataTable
        label={data.fleetMap}
        rows={listed}
        rowId={({ id }) => id}
        sorting={{ column: 'seen', isDescending: true }}
        csvFile={{ days: dayRange.range }}
        toolbar={
          selectedIds.size > 0 && (
            <Button kind="quiet" onPress={() => setSelection(undefined)}>
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
            cell: ({ id }) => <Link to={pathOf(id)}>{id}</Link>,
          },
          { id: 'model', label: data.model, sortBy: ({ model }) => model },
          statusColumn(data),
          {
            id: 'position',
            label: data.location,
            csvColumns: [
              [data.latitude, ({ coordinates: [, lat] }) => lat],
              [data.longitude, ({ coordinates: [lng] }) => lng],
            ],
            cell: ({ coordinates: [lng, lat] }) => (
              <span className="nowrap">
                {lat.toFixed(5)}, {lng.toFixed(5)}
              </span>
            ),
          },
          timeColumn<LocatedDevice>('seen', data.seen, ({ at }) => at),
        ]}
      />
    </>
  );
}
