import { useState } from 'react';
import type { ActivityHour, DayRange } from '../../api/records.js';
import { formatBytes, formatCount } from '../../charts/amounts.js';
import { DaysChart } from '../../charts/days-chart.js';
import { largest, perDay, REST, totals, type Series } from '../../charts/sums/series.js';
import { Tiles } from '../../charts/tiles.js';
import { Card, Empty } from '../../design/page/card.js';
import { Switcher } from '../../design/controls/switcher.js';
import { useLanguage } from '../../texts/language.js';
import type { PresentKeys } from '../names/key-names.js';
import { sumOf } from './activity-sums.js';
import { KeysAndScopes } from './keys-and-scopes.js';
import { useScopeLabel } from './scope-label.js';
import styles from './requests-report.module.css';

interface Props {
  range: DayRange;
  hours: readonly ActivityHour[];
}

export function RequestsReport({ range, hours, present }: Props & { present: PresentKeys }) {
  const { texts, locale } = useLanguage();
  const { activity } = texts;
  if (hours.length === 0) return <Empty isCard>{activity.empty}</Empty>;
  const sum = sumOf(hours);
  return (
    <>
      <Tiles
        tiles={[
          { label: activity.requests, value: formatCount(sum.requests, locale) },
          {
            label: activity.errors,
            value: formatCount(sum.errors, locale),
            hint: activity.errorsHint,
            isBad: sum.errors > 0,
          },
          {
            label: activity.refused,
            value: formatCount(sum.refused, locale),
            hint: activity.refusedHint,
            isBad: sum.refused > 0,
          },
          { label: activity.rows, value: formatCount(sum.rows, locale) },
          { label: activity.bytes, value: formatBytes(sum.bytes, locale) },
        ]}
      />
      <RequestsChart range={range} hours={hours} />
      <div className={styles.columns}>
        <TroublesChart range={range} hours={hours} />
        <VolumeChart range={range} hours={hours} />
      </div>
      <Card title={activity.detail}>
        <KeysAndScopes hours={hours} present={present} subject={{ days: range }} />
      </Card>
    </>
  );
}

function RequestsChart({ range, hours }: Props) {
  const { texts, locale } = useLanguage();
  const { activity } = texts;
  const scopeLabel = useScopeLabel();
  const [by, setBy] = useState<'scope' | 'key'>('scope');
  const days = perDay(
    range,
    hours.map((hour) => ({
      at: hour.hour,
      series: by === 'scope' ? hour.scope : hour.api_key_id,
      amount: hour.requests,
    })),
  );
  const names = new Map(hours.map((hour) => [hour.api_key_id, hour.application]));
  const keyLabel = (id: string) => (id === REST ? activity.otherKeys : (names.get(id) ?? id));
  const shown = largest(days, by === 'scope' ? scopeLabel : keyLabel);
  const title = by === 'scope' ? activity.perDay : activity.perDayByKey;
  return (
    <DaysChart
      title={title}
      {...shown}
      format={(n) => formatCount(n, locale)}
      inFile={{ days: range }}
      actions={
        <Switcher
          label={activity.divide}
          value={by}
          options={{ scope: activity.byScope, key: activity.byKey }}
          onChange={setBy}
        />
      }
    />
  );
}

function TroublesChart({ range, hours }: Props) {
  const { texts, locale } = useLanguage();
  const { activity } = texts;
  const days = perDay(
    range,
    hours.flatMap((hour) => [
      { at: hour.hour, series: 'errors', amount: hour.errors },
      { at: hour.hour, series: 'refused', amount: hour.refused },
    ]),
  );
  const series: Series[] = [
    { id: 'errors', label: activity.errors, colour: 'chart-bad' },
    { id: 'refused', label: activity.refused, colour: 'chart-warning' },
  ];
  if (totals(days).length === 0)
    return (
      <Card title={activity.troubles}>
        <Empty>{activity.noTroubles}</Empty>
      </Card>
    );
  return (
    <DaysChart
      title={activity.troubles}
      days={days}
      series={series}
      format={(n) => formatCount(n, locale)}
      inFile={{ days: range }}
    />
  );
}

function VolumeChart({ range, hours }: Props) {
  const { texts, locale } = useLanguage();
  const { activity } = texts;
  const [measure, setMeasure] = useState<'bytes' | 'rows'>('bytes');
  const days = perDay(
    range,
    hours.map((hour) => ({ at: hour.hour, series: measure, amount: hour[measure] })),
  );
  const title = measure === 'bytes' ? activity.volume : activity.rowsPerDay;
  const format = measure === 'bytes' ? formatBytes : formatCount;
  return (
    <DaysChart
      title={title}
      days={days}
      series={[{ id: measure, label: activity[measure], colour: 'chart-2' }]}
      format={(n) => format(n, locale)}
      inFile={{ days: range, unit: measure === 'bytes' ? activity.inBytes : undefined }}
      actions={
        <Switcher
          label={activity.measure}
          value={measure}
          options={{ bytes: activity.inBytes, rows: activity.inRows }}
          onChange={setMeasure}
        />
      }
    />
  );
}
