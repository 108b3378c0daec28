import { Button } from 'react-aria-components';
import { Link, useSearchParams } from 'react-router';
import type { DayRange } from '../api/records.js';
import { DataTable } from '../design/data-table.js';
import { useTexts } from '../texts/language.js';
import { Moment } from '../time/moment.js';
import type { Placed } from './positions.js';
import { StatusBadge } from './status-badge.js';
import { deviceAddress } from './way-back.js';

interface Props {
  positions: readonly Placed[];
  /** The days to go on with on the page of a device, which else begins with those of its newest positions. */
  days: DayRange | undefined;
  /** Whether these are only those of a point on the map. */
  isPart: boolean;
  onAll: () => void;
}

export function PositionsTable({ positions, days, isPart, onAll }: Props) {
  const { data, map } = useTexts();
  const [parameters] = useSearchParams();
  const addressOf = (id: string) => deviceAddress(id, parameters, { show: 'track', ...days });
  return (
    <>
      {isPart && (
        <Button className="button quiet" onPress={onAll}>
          {map.fit}
        </Button>
      )}
      <DataTable
        label={data.fleetMap}
        rows={positions}
        rowId={({ id }) => id}
        sorting={{ column: 'seen', descending: true }}
        columns={[
          {
            id: 'device',
            label: data.device,
            isHeader: true,
            sortBy: ({ id }) => id,
            cell: ({ id }) => <Link to={addressOf(id)}>{id}</Link>,
          },
          { id: 'model', label: data.model, sortBy: ({ model }) => model, cell: ({ model }) => model },
          {
            id: 'status',
            label: data.status,
            sortBy: ({ status }) => status,
            cell: ({ status }) => <StatusBadge status={status} />,
          },
          {
            id: 'position',
            label: data.position,
            cell: ({ place: [lng, lat] }) => (
              <span className="nowrap">
                {lat.toFixed(5)}, {lng.toFixed(5)}
              </span>
            ),
          },
          {
            id: 'seen',
            label: data.seen,
            sortBy: ({ at }) => Date.parse(at),
            cell: ({ at }) => <Moment at={at} />,
          },
        ]}
      />
    </>
  );
}
