import { useState } from 'react';
import { api } from '../../api/client.js';
import type { DayRange } from '../../api/records.js';
import { formatBytes, formatDuration } from '../../charts/amounts.js';
import { DaysChart } from '../../charts/days-chart.js';
import { type Amount, perDay } from '../../charts/series.js';
import { largestApps, SharesList } from '../../charts/shares-list.js';
import { Tiles } from '../../charts/tiles.js';
import { Switcher } from '../../design/controls/switcher.js';
import { Load } from '../../design/notices/notice.js';
import { Empty } from '../../design/page/card.js';
import { useLanguage } from '../../texts/language.js';
import { countDays } from '../../time/days.js';

interface Props {
  deviceId: string;
  range: DayRange;
}

export function DataUsagePanel({ deviceId, range }: Props) {
  const { texts, locale } = useLanguage();
  const { device } = texts;
  const [by, setBy] = useState<'network' | 'app'>('network'); // outside `Load`, so that it survives a change of days
  const format = (bytes: number) => formatBytes(bytes, locale);
  const inFile = { of: deviceId, days: range, unit: texts.activity.inBytes };
  return (
    <Load read={api.dataUsage(deviceId, range, ['start', 'package_name', 'mobile', 'wifi'])}>
      {(records) => {
        if (records.length === 0) return <Empty isCard>{device.noUsage}</Empty>;
        const ofNetwork = (series: 'wifi' | 'mobile') =>
          records.map((record) => ({ at: record.start, series, amount: record[series] ?? 0 }));
        const [wifi, mobile] = [ofNetwork('wifi'), ofNetwork('mobile')];
        const perApp = records.map((record) => ({
          at: record.start,
          series: record.package_name,
          amount: (record.mobile ?? 0) + (record.wifi ?? 0),
        }));
        const networks = {
          days: perDay(range, [...wifi, ...mobile]),
          series: [
            { id: 'wifi', label: device.wifi, colour: 'chart-1' },
            { id: 'mobile', label: device.mobile, colour: 'chart-2' },
          ],
        };
        return (
          <>
            <Tiles
              tiles={[
                { label: device.total, value: format(sumOf(perApp)) },
                { label: device.mobile, value: format(sumOf(mobile)) },
                { label: device.wifi, value: format(sumOf(wifi)) },
              ]}
            />
            <DaysChart
              title={device.usagePerDay}
              {...(by === 'app' ? largestApps(range, perApp, device) : networks)}
              format={format}
              inFile={inFile}
              actions={
                <Switcher
                  label={device.usagePerDay}
                  value={by}
                  options={{ network: device.byNetwork, app: device.byApp }}
                  onChange={setBy}
                />
              }
            />
            <SharesList label={device.usageByApp} amounts={perApp} format={format} inFile={inFile} />
          </>
        );
      }}
    </Load>
  );
}

const HOUR_MS = 3_600_000;

export function ScreenTimePanel({ deviceId, range }: Props) {
  const { texts, locale } = useLanguage();
  const { device } = texts;
  const format = (milliseconds: number) => formatDuration(milliseconds, locale);
  const inFile = { of: deviceId, days: range, unit: 'ms' };
  return (
    <Load read={api.screenTime(deviceId, range, ['start', 'package_name', 'screentime'])}>
      {(records) => {
        if (records.length === 0) return <Empty isCard>{device.noScreenTime}</Empty>;
        const perApp = records.map(({ start: at, package_name: series, screentime }) => ({
          at,
          series,
          amount: screentime ?? 0,
        }));
        return (
          <>
            <Tiles
              tiles={[
                { label: device.total, value: format(sumOf(perApp)) },
                { label: device.perDay, value: format(sumOf(perApp) / countDays(range)) },
              ]}
            />
            <DaysChart
              title={device.screenPerDay}
              {...largestApps(range, perApp, device)}
              format={format}
              unit={HOUR_MS}
              inFile={inFile}
            />
            <SharesList label={device.screenByApp} amounts={perApp} format={format} inFile={inFile} />
          </>
        );
      }}
    </Load>
  );
}

const sumOf = (amounts: readonly Amount[]): number => amounts.reduce((sum, { amount }) => sum + amount, 0);
