import { formatDistance } from '../../charts/amounts.js';
import type { FileSubject } from '../../design/download/csv.js';
import { DataTable } from '../../design/table/data-table.js';
import { useLanguage } from '../../texts/language.js';
import { useAbsoluteTime } from '../../time/use-absolute-time.js';
import type { Fix } from './track-points.js';
import { useYesOrNo } from '../device-values.js';

export function FixesTable({ fixes, subject }: { fixes: readonly Fix[]; subject: FileSubject }) {
  const { texts, locale } = useLanguage();
  const { device, data, none } = texts;
  const absolute = useAbsoluteTime();
  const yesOrNo = useYesOrNo();
  const sourceOf = ({ provider }: Fix['record']) => device.providers[provider] ?? provider;
  return (
    <DataTable
      label={device.positions}
      rows={fixes}
      subject={subject}
      rowId={({ record }) => `${record.created_at} ${record.lat} ${record.lng}`}
      columns={[
        {
          id: 'time',
          label: device.time,
          isHeader: true,
          inFile: [[device.time, ({ record }) => record.created_at]],
          cell: ({ record }) => absolute(record.created_at),
        },
        {
          id: 'place',
          label: data.position,
          inFile: [
            [data.latitude, ({ place: [, lat] }) => lat],
            [data.longitude, ({ place: [lng] }) => lng],
          ],
          cell: ({ place: [lng, lat] }) => `${lat}, ${lng}`,
        },
        {
          id: 'accuracy',
          label: device.accuracy,
          isNumber: true,
          inFile: [[`${device.accuracy} (m)`, ({ record }) => record.accuracy]],
          cell: ({ record: { accuracy } }) => (accuracy === null ? none : formatDistance(accuracy, locale)),
        },
        {
          id: 'provider',
          label: device.provider,
          inFile: [[device.provider, ({ record }) => sourceOf(record)]],
          cell: ({ record }) => sourceOf(record) || none,
        },
        {
          id: 'geofence',
          label: device.geofence,
          inFile: [[device.geofence, ({ record }) => record.geofence_id]],
          cell: ({ record }) => record.geofence_id || none,
        },
        {
          id: 'mock',
          label: device.mock,
          inFile: [[device.mock, ({ record }) => record.using_mock_location]],
          cell: ({ record }) => yesOrNo(record.using_mock_location),
        },
      ]}
    />
  );
}
