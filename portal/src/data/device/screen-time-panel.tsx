import { api } from '../../api/client.js';
import type { DayRange, ScreenTime } from '../../api/records.js';
import { formatDuration } from '../../charts/amounts.js';
import { DaysChart } from '../../charts/days-chart.js';
import { perDay } from '../../charts/sums/series.js';
import { SharesList } from '../../charts/shares-list.js';
import { Tiles } from '../../charts/tiles.js';
import { Load } from '../../design/notices/notice.js';
import { Empty } from '../../design/page/card.js';
import { useLanguage } from '../../texts/language.js';
import { countDays } from '../../time/days.js';
import { appShares, usePackages } from './packages.js';

const HOUR_MS = 3_600_000;

interface Props {
  deviceId: string;
  range: DayRange;
}

export function ScreenTimePanel({ deviceId, range }: Props) {
  return (
    <Load read={api.screenTime(deviceId, range, SHOWN)}>
      {(records) => <ScreenTimeReport deviceId={deviceId} range={range} records={records} />}
    </Load>
  );
}

const SHOWN = ['start', 'package_name', 'screentime'] as const;

interface ReportProps extends Props {
  records: readonly Pick<ScreenTime, (typeof SHOWN)[number]>[];
}

function ScreenTimeReport({ deviceId, range, records }: ReportProps) {
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
