import { Link, useSearchParams } from 'react-router';
import { DataTable } from '../../design/table/data-table.js';
import { useTexts } from '../../texts/language.js';
import type { DayChoice } from '../../time/use-day-range.js';
import type { Placed } from './positions.js';
import { statusColumn } from '../status-badge.js';
import { deviceAddress } from '../back-link.js';
import { Button } from '../../design/controls/button.js';
import { momentColumn } from '../../design/table/column.js';

interface Props {
  positions: readonly Placed[];
  /** The device page shows the chosen days too. Without a choice, it begins with the newest locations. */
  days: Pick<DayChoice, 'range' | 'chosen'>;
  /** True for the devices of one point on the map. */
  isPart: boolean;
  onAll: () => void;
}

export function PositionsTable({ positions, days: { range, chosen }, isPart, onAll }: Props) {
  const { data, map } = useTexts();
  const [parameters] = useSearchParams();
  const addressOf = (id: string) => deviceAddress(id, parameters, { show: 'track', ...chosen });
  return (
    <DataTable
      label={data.fleetMap}
      rows={positions}
      rowId={({ id }) => id}
      sorting={{ column: 'seen', descending: true }}
      subject={{ days: range }}
      tools={
        isPart && (
          <Button kind="quiet" onPress={onAll}>
            {map.fit}
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
  );
}
