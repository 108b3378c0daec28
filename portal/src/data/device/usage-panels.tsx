import { useState } from 'react';
import { api } from '../../api/client.js';
import type { DataUsage, DayRange, ScreenTime } from '../../api/records.js';
import { formatBytes, formatDuration } from '../../charts/amounts.js';
import { DaysChart } from '../../charts/days-chart.js';
import { SharesList } from '../../charts/shares-list.js';
import { type ChartDay, largest, perDay, REST, type Series, sumsOf } from '../../charts/series.js';
import { Tiles } from '../../charts/tiles.js';
import { Switcher } from '../../design/controls/switcher.js';
import { Load } from '../../design/notices/notice.js';
import { Empty } from '../../design/page/card.js';
import { useLanguage, useTexts } from '../../texts/language.js';
import { countDays } from '../../time/days.js';

interface DataUsagePanelProps {
  deviceId: string;
  range: DayRange;
}

export function DataUsagePanel({ deviceId, range }: DataUsagePanelProps) {
  const [by, setBy] = useState<Division>('network'); // outside `Load`, so that it survives a change of days
  return (
    <Load read={api.dataUsage(deviceId, range, DATA_USAGE_FIELDS)}>
      {(records) => (
        <UsageReport deviceId={deviceId} range={range} records={records} by={by} onDivide={setBy} />
      )}
    </Load>
  );
}

const DATA_USAGE_FIELDS = ['start', 'package_name', 'mobile', 'wifi'] as const;
type Division = 'network' | 'app';

interface ReportProps extends DataUsagePanelProps {
  records: readonly Pick<DataUsage, (typeof DATA_USAGE_FIELDS)[number]>[];
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

const HOUR_MS = 3_600_000;

interface ScreenTimePanelProps {
  deviceId: string;
  range: DayRange;
}

export function ScreenTimePanel({ deviceId, range }: ScreenTimePanelProps) {
  return (
    <Load read={api.screenTime(deviceId, range, SCREEN_TIME_FIELDS)}>
      {(records) => <ScreenTimeReport deviceId={deviceId} range={range} records={records} />}
    </Load>
  );
}

const SCREEN_TIME_FIELDS = ['start', 'package_name', 'screentime'] as const;

interface ScreenTimeReportProps extends ScreenTimePanelProps {
  records: readonly Pick<ScreenTime, (typeof SCREEN_TIME_FIELDS)[number]>[];
}

function ScreenTimeReport({ deviceId, range, records }: ScreenTimeReportProps) {
  const { texts, locale } = useLanguage();
  const { device } = texts;
  const packages = usePackages();
  const format = (milliseconds: number) => formatDuration(milliseconds, locale);
  if (records.length === 0) return <Empty isCard>{device.noScreenTime}</Empty>;
  const sum = records.reduce((total, { screentime }) => total + (screentime ?? 0), 0);
  const inFile = { of: deviceId, days: range, unit: 'ms' };
  const days = perDay(
    range,
    records.map(({ start, package_name: app, screentime }) => ({
      at: start,
      series: app,
      amount: screentime ?? 0,
    })),
  );
  return (
    <>
      <Tiles
        tiles={[
          { label: device.total, value: format(sum) },
          { label: device.perDay, value: format(sum / countDays(range)) },
        ]}
      />
      <DaysChart
        title={device.screenPerDay}
        {...packages.largest(days)}
        format={format}
        unit={HOUR_MS}
        inFile={inFile}
      />
      <SharesList
        label={device.screenByApp}
        shares={appShares(records, ({ screentime }) => screentime ?? 0, packages)}
        format={format}
        inFile={inFile}
      />
    </>
  );
}

const CATCH_ALL = 'OTHER';

interface Packages {
  nameOf: (packageName: string) => string;
  /** Keeps the largest apps and combines the others. */
  largest: (days: readonly ChartDay[]) => { days: readonly ChartDay[]; series: Series[] };
}

/** Names and groups apps by package name, because usage records contain no other name. */
function usePackages(): Packages {
  const { device } = useTexts();
  const nameOf = (name: string) => (name === CATCH_ALL || name === REST ? device.otherApps : shortName(name));
  return {
    nameOf,
    largest: (days) => largest(days, nameOf, (id) => id === CATCH_ALL),
  };
}

/** Shortens "com.google.android.apps.maps" to "maps" for a chart. A table shows the full name. */
function shortName(packageName: string): string {
  const parts = packageName.split('.');
  const last = parts.at(-1) ?? packageName;
  const isVague = ['android', 'app', 'client', 'mobile', 'katana', 'main'].includes(last);
  return isVague && parts.length > 2 ? `${parts.at(-2) ?? ''}.${last}` : last;
}

/** Returns the sum of each app, the largest first. */
function appShares<T extends { package_name: string }>(
  records: readonly T[],
  amountOf: (record: T) => number,
  { nameOf }: Packages,
): { id: string; label: string; amount: number }[] {
  return [...sumsOf(records.map((record) => [record.package_name, amountOf(record)]))]
    .map(([id, amount]) => ({ id, label: nameOf(id), amount }))
    .toSorted((a, b) => b.amount - a.amount);
}
