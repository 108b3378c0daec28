import { useState } from 'react';
import { api } from '../../api/client.js';
import type { DataUsage, DayRange } from '../../api/records.js';
import { formatBytes } from '../../charts/amounts.js';
import { DaysChart } from '../../charts/days-chart.js';
import { perDay } from '../../charts/sums/series.js';
import { SharesList } from '../../charts/shares-list.js';
import { Tiles } from '../../charts/tiles.js';
import { Load } from '../../design/notices/notice.js';
import { Empty } from '../../design/page/card.js';
import { Switcher } from '../../design/controls/switcher.js';
import { useLanguage } from '../../texts/language.js';
import { appShares, usePackages } from './packages.js';

interface Props {
  deviceId: string;
  range: DayRange;
}

export function DataUsagePanel({ deviceId, range }: Props) {
  const [by, setBy] = useState<Division>('network'); // outside `Load`, so that it survives a change of days
  return (
    <Load read={api.dataUsage(deviceId, range, SHOWN)}>
      {(records) => (
        <UsageReport deviceId={deviceId} range={range} records={records} by={by} onDivide={setBy} />
      )}
    </Load>
  );
}

const SHOWN = ['start', 'package_name', 'mobile', 'wifi'] as const;
type Division = 'network' | 'app';

interface ReportProps extends Props {
  records: readonly Pick<DataUsage, (typeof SHOWN)[number]>[];
  by: Division;
  onDivide: (by: Division) => void;
}

function UsageReport(props: ReportProps) {
  const { deviceId, range, records } = props;
  const { texts, locale } = useLanguage();
  const { device } = texts;
  const packages = usePackages();
  const format = (bytes: number) => formatBytes(bytes, locale);
  if (records.length === 0) return <Empty isCard>{device.noUsage}</Empty>;
  const mobile = records.reduce((sum, record) => sum + (record.mobile ?? 0), 0);
  const wifi = records.reduce((sum, record) => sum + (record.wifi ?? 0), 0);
  return (
    <>
      <Tiles
        tiles={[
          { label: device.total, value: format(mobile + wifi) },
          { label: device.mobile, value: format(mobile) },
          { label: device.wifi, value: format(wifi) },
        ]}
      />
      <UsageChart {...props} />
      <SharesList
        label={device.usageByApp}
        shares={appShares(records, ({ mobile, wifi }) => (mobile ?? 0) + (wifi ?? 0), packages)}
        format={format}
        inFile={{ of: deviceId, days: range, unit: texts.activity.inBytes }}
      />
    </>
  );
}

function UsageChart({ deviceId, range, records, by, onDivide }: ReportProps) {
  const { texts, locale } = useLanguage();
  const { device } = texts;
  const packages = usePackages();
  const amounts = records.flatMap(({ start: at, package_name: app, mobile, wifi }) =>
    by === 'app'
      ? [{ at, series: app, amount: (mobile ?? 0) + (wifi ?? 0) }]
      : [
          { at, series: 'mobile', amount: mobile ?? 0 },
          { at, series: 'wifi', amount: wifi ?? 0 },
        ],
  );
  const days = perDay(range, amounts);
  const networks = [
    { id: 'wifi', label: device.wifi, colour: 'chart-1' },
    { id: 'mobile', label: device.mobile, colour: 'chart-2' },
  ];
  const shown = by === 'app' ? packages.largest(days) : { days, series: networks };
  return (
    <DaysChart
      title={device.usagePerDay}
      {...shown}
      format={(bytes) => formatBytes(bytes, locale)}
      inFile={{ of: deviceId, days: range, unit: texts.activity.inBytes }}
      actions={
        <Switcher
          label={device.usagePerDay}
          value={by}
          options={{ network: device.byNetwork, app: device.byApp }}
          onChange={onDivide}
        />
      }
    />
  );
}
