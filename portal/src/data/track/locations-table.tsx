import { formatDistance } from '../../charts/format-amounts.js';
import type { CsvFile } from '../../design/download/csv.js';
import { DataTable } from '../../design/table/data-table.js';
import { labelOf } from '../../texts/label-of.js';
import { useLanguage } from '../../texts/language.js';
import { useFormatTime } from '../../time/use-format-time.js';
import type { TrackPoint } from './track-points.js';
import { useFormatBoolean } from '../device-values.js';

export function LocationsTable({
  trackPoints,
  csvFile,
}: {
  trackPoints: readonly TrackPoint[];
  csvFile: CsvFile;
}) {
  const { texts, locale } = useLanguage();
  const { device, data, none } = texts;
  const formatTime = useFormatTime();
  const formatBoolean = useFormatBoolean();
  const sourceOf = ({ provider }: TrackPoint['record']) => labelOf(device.providers, provider);
  return (
    <DataTable
      label={device.locations}
      rows={trackPoints}
      csvFile={csvFile}
      rowId={({ id }) => String(id)}
      columns={[
        {
          id: 'time',
          label: device.time,
          isHeader: true,
          csvColumns: [[device.time, ({ record }) => record.created_at]],
          cell: ({ record }) => formatTime(record.created_at),
        },
        {
          id: 'place',
          label: data.location,
          csvColumns: [
            [data.latitude, ({ coordinates: [, lat] }) => lat],
            [data.longitude, ({ coordinates: [lng] }) => lng],
          ],
          cell: ({ coordinates: [lng, lat] }) => `${lat}, ${lng}`,
        },
        {
          id: 'accuracy',
          label: device.accuracy,
          isNumber: true,
          csvColumns: [[`${device.accuracy} (m)`, ({ record }) => record.accuracy]],
          cell: ({ record: { accuracy } }) => (accuracy === null ? none : formatDistance(accuracy, locale)),
        },
        {
          id: 'provider',
          label: device.provider,
          csvColumns: [[device.provider, ({ record }) => sourceOf(record)]],
          cell: ({ record }) => sourceOf(record) || none,
        },
        {
          id: 'geofence',
          label: device.geofence,
          csvColumns: [[device.geofence, ({ record }) => record.geofence_id]],
          cell: ({ record }) => record.geofence_id || none,
        },
        {
          id: 'mock',
          label: device.mock,
          csvColumns: [[device.mock, ({ record }) => record.using_mock_location]],
          cell: ({ record }) => formatBoolean(record.using_mock_location),
        },
      ]}
    />
  );
}
