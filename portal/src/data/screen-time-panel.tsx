import { useCallback } from 'react';
import { api } from '../api/client.js';
import type { DayRange, ScreenTime } from '../api/records.js';
import { useResource } from '../api/use-resource.js';
import { formatDuration } from '../charts/amounts.js';
import { DaysChart } from '../charts/days-chart.js';
import { perDay } from '../charts/series.js';
import { SharesList } from '../charts/shares-list.js';
import { Tiles } from '../charts/tiles.js';
import { Loaded } from '../design/loaded.js';
import { Card } from '../design/page.js';
import { useLanguage } from '../texts/language.js';
import { countDays, dayOfText, eachDay, isWithin } from '../time/days.js';
import { appShares, usePackages } from './packages.js';

const HOUR_MS = 3_600_000;

interface Props {
  deviceId: string;
  range: DayRange;
}

export function ScreenTimePanel({ deviceId, range }: Props) {
  const loading = useResource(
    useCallback((signal: AbortSignal) => api.screenTime(deviceId)(signal), [deviceId]),
  );
  return (
    <Loaded loading={loading}>
      {(records) => (
        <ScreenTimeReport
          range={range}
          records={records.filter(({ start }) => start !== null && isWithin(dayOfText(start), range))}
        />
      )}
    </Loaded>
  );
}

function ScreenTimeReport({ range, records }: { range: DayRange; records: readonly ScreenTime[] }) {
  const { texts, locale } = useLanguage();
  const { device } = texts;
  const packages = usePackages();
  const format = (milliseconds: number) => formatDuration(milliseconds, locale);
  if (records.length === 0) return <p className="card empty-text">{device.noScreenTime}</p>;
  const sum = records.reduce((total, { screentime }) => total + (screentime ?? 0), 0);
  const days = perDay(
    eachDay(range),
    records.map(({ start, package_name: app, screentime }) => ({
      day: dayOfText(start ?? ''),
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
      <Card title={device.screenPerDay}>
        <DaysChart title={device.screenPerDay} {...packages.largest(days)} format={format} unit={HOUR_MS} />
      </Card>
      <Card title={device.screenByApp}>
        <SharesList
          label={device.screenByApp}
          shares={appShares(records, ({ screentime }) => screentime ?? 0, packages)}
          format={format}
        />
      </Card>
    </>
  );
}
