import { formatDistance } from '../charts/amounts.js';
import { DataTable } from '../design/data-table.js';
import { useLanguage } from '../texts/language.js';
import { useAbsoluteTime } from '../time/use-absolute-time.js';
import type { Fix } from './track-points.js';
import { useAnswer } from './use-answer.js';

export function FixesTable({ fixes }: { fixes: readonly Fix[] }) {
  const { texts, locale } = useLanguage();
  const { device, data, none } = texts;
  const absolute = useAbsoluteTime();
  const answer = useAnswer();
  return (
    <DataTable
      label={device.positions}
      rows={fixes}
      rowId={({ record }) => `${record.created_at} ${record.lat} ${record.lng}`}
      columns={[
        { id: 'time', label: device.time, isHeader: true, cell: ({ record }) => absolute(record.created_at) },
        { id: 'place', label: data.position, cell: ({ place: [lng, lat] }) => `${lat}, ${lng}` },
        {
          id: 'accuracy',
          label: device.accuracy,
          isNumber: true,
          cell: ({ record: { accuracy } }) => (accuracy === null ? none : formatDistance(accuracy, locale)),
        },
        {
          id: 'provider',
          label: device.provider,
          cell: ({ record: { provider } }) => (device.providers[provider] ?? provider) || none,
        },
        { id: 'geofence', label: device.geofence, cell: ({ record }) => record.geofence_id || none },
        { id: 'mock', label: device.mock, cell: ({ record }) => answer(record.using_mock_location) },
      ]}
    />
  );
}
