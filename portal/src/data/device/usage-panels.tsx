import { useState } from 'react';
import { api } from '../../api/client.js';
import type { DayRange } from '../../api/types.js';
import { formatBytes, formatDuration } from '../../charts/format-amounts.js';
import { DaysChart } from '../../charts/days-chart.js';
import { type Amount, sumByDay } from '../../charts/series.js';
import { largestApps, SharesList } from '../../charts/shares-list.js';
import { Tiles } from '../../charts/tiles.js';
import { Switcher } from '../../design/controls/switcher.js';
import { ResourceLoader } from '../../design/notices/notice.js';
import { EmptyMessage } from '../../design/page/card.js';
import { useLanguage } from '../../texts/language.js';
import { countDays } from '../../time/days.js';

interface Props {
  deviceId: string;
  range: DayRange;
}

export function DataUsagePanel({ deviceId, range }: Props) {
  const { texts, locale } = useLanguage();
  const { device } = texts;
  const [groupBy, setGroupBy] = useState<'network' | 'app'>('network'); // outside `ResourceLoader`, so that it survives a change of days
  const format = (bytes: number) => formatBytes(bytes, locale);
  const csvFile = { deviceId, days: range, unit: texts.activity.inBytes };
  return (
    <ResourceLoader resource={api.dataUsage(deviceId, range, ['start', 'package_name', 'mobile', 'wifi'])}>
      {(records) => {
        if (records.length === 0) return <EmptyMessage isCard>{device.noUsage}</EmptyMessage>;
        const networkAmounts = (series: 'wifi' | 'mobile') =>
          records.map((record) => ({ at: record.start, series, amount: record[series] ?? 0 }));
        const wifi = networkAmounts('wifi');
        const mobile = networkAmounts('mobile');
        const appAmounts = records.map((record) => ({
          at: record.start,
          series: record.package_name,
          amount: (record.mobile ?? 0) + (record.wifi ?? 0),
        }));
        const networks = {
          days: sumByDay(range, [...wifi, ...mobile]),
          series: [
            { id: 'wifi', label: device.wifi, color: 'chart-1' },
            { id: 'mobile', label: device.mobile, color: 'chart-2' },
          ],
        };
        return (
          <>
            <Tiles
              tiles={[
                { label: device.total, value: format(sumOf(appAmounts)) },
                { label: device.mobile, value: format(sumOf(mobile)) },
                { label: device.wifi, value: format(sumOf(wifi)) },
              ]}
            />
            <DaysChart
              title={device.usagePerDay}
              {...(groupBy === 'app' ? largestApps(range, appAmounts, device) : networks)}
              format={format}
              csvFile={csvFile}
              actions={
                <Switcher
                  label={device.usagePerDay}
                  value={groupBy}
                  options={{ network: device.byNetwork, app: device.byApp }}
                  onChange={setGroupBy}
                />
              }
            />
            <SharesList label={device.usageByApp} amounts={appAmounts} format={format} csvFile={csvFile} />
          </>
        );
      }}
    </ResourceLoader>
  );
}

const HOUR_MS = 3_600_000;

export function ScreenTimePanel({ deviceId, range }: Props) {
  const { texts, locale } = useLanguage();
  const { device } = texts;
  const format = (milliseconds: number) => formatDuration(milliseconds, locale);
  const csvFile = { deviceId, days: range, unit: 'ms' };
  return (
    <ResourceLoader resource={api.screenTime(deviceId, range, ['start', 'package_name', 'screentime'])}>
      {(records) => {
        if (records.length === 0) return <EmptyMessage isCard>{device.noScreenTime}</EmptyMessage>;
        const appAmounts = records.map(({ start: at, package_name: series, screentime }) => ({
          at,
          series,
          amount: screentime ?? 0,
        }));
        return (
          <>
            <Tiles
              tiles={[
                { label: device.total, value: format(sumOf(appAmounts)) },
                { label: device.perDay, value: format(sumOf(appAmounts) / countDays(range)) },
              ]}
            />
            <DaysChart
              title={device.screenPerDay}
              {...largestApps(range, appAmounts, device)}
              format={format}
              unit={HOUR_MS}
              csvFile={csvFile}
            />
            <SharesList label={device.screenByApp} amounts={appAmounts} format={format} csvFile={csvFile} />
          </>
        );
      }}
    </ResourceLoader>
  );
}

const sumOf = (amounts: readonly Amount[]): number => amounts.reduce((sum, { amount }) => sum + amount, 0);
