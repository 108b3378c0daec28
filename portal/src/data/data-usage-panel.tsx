import { useCallback, useState } from 'react';
import { api } from '../api/client.js';
import type { DataUsage, DayRange } from '../api/records.js';
import { useResource } from '../api/use-resource.js';
import { formatBytes } from '../charts/amounts.js';
import { DaysChart } from '../charts/days-chart.js';
import { perDay } from '../charts/series.js';
import { SharesList } from '../charts/shares-list.js';
import { Tiles } from '../charts/tiles.js';
import { Loaded } from '../design/loaded.js';
import { Card } from '../design/page.js';
import { Switcher } from '../design/switcher.js';
import { useLanguage } from '../texts/language.js';
import { dayOfText, eachDay, isWithin } from '../time/days.js';
import { appShares, usePackages } from './packages.js';

interface Props {
  deviceId: string;
  range: DayRange;
}

export function DataUsagePanel({ deviceId, range }: Props) {
  const loading = useResource(
    useCallback((signal: AbortSignal) => api.dataUsage(deviceId)(signal), [deviceId]),
  );
  return (
    <Loaded loading={loading}>
      {(records) => (
        <UsageReport
          range={range}
          records={records.filter(({ start }) => start !== null && isWithin(dayOfText(start), range))}
        />
      )}
    </Loaded>
  );
}

function UsageReport({ range, records }: { range: DayRange; records: readonly DataUsage[] }) {
  const { texts, locale } = useLanguage();
  const { device } = texts;
  const packages = usePackages();
  const format = (bytes: number) => formatBytes(bytes, locale);
  if (records.length === 0) return <p className="card empty-text">{device.noUsage}</p>;
  const mobile = records.reduce((sum, record) => sum + (record.mobile ?? 0), 0);
  const wifi = records.reduce((sum, record) => sum + (record.wifi ?? 0), 0);
  return (
    <>
      <Tiles
        tiles={[
          { label: device.total, value: format(mobile + wifi) },
          { label: device.mobile, value: format(mobile) },
          { label: device.wifiUse, value: format(wifi) },
        ]}
      />
      <UsageChart range={range} records={records} />
      <Card title={device.usageByApp}>
        <SharesList
          label={device.usageByApp}
          shares={appShares(records, ({ mobile, wifi }) => (mobile ?? 0) + (wifi ?? 0), packages)}
          format={format}
        />
      </Card>
    </>
  );
}

function UsageChart({ range, records }: { range: DayRange; records: readonly DataUsage[] }) {
  const { texts, locale } = useLanguage();
  const { device } = texts;
  const packages = usePackages();
  const [by, setBy] = useState<'network' | 'app'>('network');
  const amounts = records.flatMap(({ start, package_name: app, mobile, wifi }) => {
    const day = dayOfText(start ?? '');
    return by === 'app'
      ? [{ day, series: app, amount: (mobile ?? 0) + (wifi ?? 0) }]
      : [
          { day, series: 'mobile', amount: mobile ?? 0 },
          { day, series: 'wifi', amount: wifi ?? 0 },
        ];
  });
  const days = perDay(eachDay(range), amounts);
  const networks = [
    { id: 'wifi', label: device.wifiUse, colour: 'chart-1' },
    { id: 'mobile', label: device.mobile, colour: 'chart-2' },
  ];
  const shown = by === 'app' ? packages.largest(days) : { days, series: networks };
  return (
    <Card
      title={device.usagePerDay}
      actions={
        <Switcher
          label={device.usagePerDay}
          value={by}
          options={[
            { id: 'network', label: device.byNetwork },
            { id: 'app', label: device.byApp },
          ]}
          onChange={setBy}
        />
      }
    >
      <DaysChart title={device.usagePerDay} {...shown} format={(bytes) => formatBytes(bytes, locale)} />
    </Card>
  );
}
