import { useState } from 'react';
import { api } from '../../api/client.js';
import type { ActivityHour, DayRange } from '../../api/types.js';
import { useResource } from '../../api/hooks.js';
import { formatBytes, formatCount } from '../../charts/format-amounts.js';
import { DaysChart } from '../../charts/days-chart.js';
import { largestSeries, sumByDay, OTHERS } from '../../charts/series.js';
import { Tiles } from '../../charts/tiles.js';
import { Switcher } from '../../design/controls/switcher.js';
import { DayRangePicker } from '../../design/days/day-range-picker.js';
import { compareByLabel, FilterSelect } from '../../design/fields/select.js';
import { ResourceContent } from '../../design/notices/notice.js';
import { Card, EmptyMessage, Toolbar } from '../../design/page/card.js';
import { useSearchParam } from '../../session/use-search-param.js';
import { useLanguage, useTexts } from '../../texts/language.js';
import { useToday } from '../../time/now.js';
import { useDayRange } from '../../time/use-day-range.js';
import { keyNames, type ExistingKeys, shortId, withKeyNames } from '../common/key-names.js';
import { useExistingKeys } from '../common/existing-keys.js';
import { KeyScopeTable, sumCounts, useScopeLabel } from './key-scope-table.js';
import styles from './requests-report.module.css';

/** The search parameter of the key. The other tabs of the page have other parameters. */
const KEY_PARAM = 'requests_of';

/** The requests on the selected days. On the page of an API key, only the requests with that key. */
export function RequestsPanel({ apiKeyId }: { apiKeyId?: string }) {
  const days = useDayRange(useToday());
  const { range } = days;
  const [selectedKeyId, selectKey] = useSearchParam(KEY_PARAM);
  const keyId = apiKeyId ?? selectedKeyId;
  const existingKeys = useExistingKeys();
  const resource = useResource(api.activity(range));
  return (
    <>
      <Toolbar isLoose>
        <DayRangePicker state={days} />
        {apiKeyId === undefined && resource.value && (
          <KeySelect hours={resource.value} existingKeys={existingKeys} keyId={keyId} onChange={selectKey} />
        )}
      </Toolbar>
      <ResourceContent state={resource}>
        {(hours) => <RequestsReport range={range} hours={hours} existingKeys={existingKeys} keyId={keyId} />}
      </ResourceContent>
    </>
  );
}

interface KeyProps {
  hours: readonly ActivityHour[];
  existingKeys: ExistingKeys;
  /** Undefined for all keys. */
  keyId: string | undefined;
}

interface KeySelectProps extends KeyProps {
  onChange: (id: string | undefined) => void;
}

/** A filter by the keys with requests on these days. The chosen key is always an option. */
function KeySelect({ hours, existingKeys, keyId, onChange }: KeySelectProps) {
  const { activity, keys } = useTexts();
  const used = hours.map(({ api_key_id: id, application }) => ({ id, application }));
  if (keyId !== undefined && used.every(({ id }) => id !== keyId))
    used.push({ id: keyId, application: existingKeys?.get(keyId) ?? shortId(keyId) });
  const names = keyNames(used, existingKeys, activity.deletedKey);
  return (
    <FilterSelect
      label={keys.key}
      allLabel={keys.all}
      value={keyId}
      options={[...names].map(([id, label]) => ({ id, label })).toSorted(compareByLabel)}
      onChange={onChange}
    />
  );
}

function RequestsReport({ range, hours: all, existingKeys, keyId }: KeyProps & { range: DayRange }) {
  const { texts, locale } = useLanguage();
  const { activity } = texts;
  const hours = withKeyNames(all, existingKeys, activity.deletedKey).filter(
    ({ api_key_id: id }) => keyId === undefined || id === keyId,
  );
  if (hours.length === 0)
    return <EmptyMessage isCard>{keyId === undefined ? activity.empty : activity.emptyOfKey}</EmptyMessage>;
  const sum = sumCounts(hours);
  const problemTile = (name: 'errors' | 'refused', hint: string) => ({
    label: activity[name],
    value: formatCount(sum[name], locale),
    hint,
    isBad: sum[name] > 0,
  });
  return (
    <>
      <Tiles
        tiles={[
          { label: activity.requests, value: formatCount(sum.requests, locale) },
          problemTile('errors', activity.errorsHint),
          problemTile('refused', activity.refusedHint),
          { label: activity.rows, value: formatCount(sum.rows, locale) },
          { label: activity.bytes, value: formatBytes(sum.bytes, locale) },
        ]}
      />
      <RequestsChart range={range} hours={hours} />
      <div className={styles.columns}>
        <ErrorsChart range={range} hours={hours} />
        <VolumeChart range={range} hours={hours} />
      </div>
      <Card title={activity.detail}>
        <KeyScopeTable hours={hours} existingKeys={existingKeys} csvFile={{ days: range }} />
      </Card>
    </>
  );
}

interface Props {
  range: DayRange;
  hours: readonly ActivityHour[];
}

function RequestsChart({ range, hours }: Props) {
  const { texts, locale } = useLanguage();
  const { activity } = texts;
  const scopeLabel = useScopeLabel();
  const [groupBy, setGroupBy] = useState<'scope' | 'key'>('scope');
  const days = sumByDay(
    range,
    hours.map((hour) => ({
      at: hour.hour,
      series: groupBy === 'scope' ? hour.scope : hour.api_key_id,
      amount: hour.requests,
    })),
  );
  const names = new Map(hours.map((hour) => [hour.api_key_id, hour.application]));
  const keyLabel = (id: string) => (id === OTHERS ? activity.otherKeys : (names.get(id) ?? id));
  const shown = largestSeries(days, groupBy === 'scope' ? scopeLabel : keyLabel);
  return (
    <DaysChart
      title={groupBy === 'scope' ? activity.perDay : activity.perDayByKey}
      {...shown}
      format={(n) => formatCount(n, locale)}
      csvFile={{ days: range }}
      actions={
        <Switcher
          label={activity.groupBy}
          value={groupBy}
          options={{ scope: activity.byScope, key: activity.byKey }}
          onChange={setGroupBy}
        />
      }
    />
  );
}

function ErrorsChart({ range, hours }: Props) {
  const { texts, locale } = useLanguage();
  const { activity } = texts;
  if (hours.every(({ errors, refused }) => errors + refused === 0))
    return (
      <Card title={activity.errorsPerDay}>
        <EmptyMessage>{activity.noErrors}</EmptyMessage>
      </Card>
    );
  const days = sumByDay(
    range,
    hours.flatMap((hour) => [
      { at: hour.hour, series: 'errors', amount: hour.errors },
      { at: hour.hour, series: 'refused', amount: hour.refused },
    ]),
  );
  return (
    <DaysChart
      title={activity.errorsPerDay}
      days={days}
      series={[
        { id: 'errors', label: activity.errors, color: 'chart-bad' },
        { id: 'refused', label: activity.refused, color: 'chart-warning' },
      ]}
      format={(n) => formatCount(n, locale)}
      csvFile={{ days: range }}
    />
  );
}

function VolumeChart({ range, hours }: Props) {
  const { texts, locale } = useLanguage();
  const { activity } = texts;
  const [unit, setUnit] = useState<'bytes' | 'rows'>('bytes');
  const days = sumByDay(
    range,
    hours.map((hour) => ({ at: hour.hour, series: unit, amount: hour[unit] })),
  );
  const format = unit === 'bytes' ? formatBytes : formatCount;
  return (
    <DaysChart
      title={unit === 'bytes' ? activity.volume : activity.rowsPerDay}
      days={days}
      series={[{ id: unit, label: activity[unit], color: 'chart-2' }]}
      format={(n) => format(n, locale)}
      csvFile={{ days: range, unit: unit === 'bytes' ? activity.inBytes : undefined }}
      actions={
        <Switcher
          label={activity.unit}
          value={unit}
          options={{ bytes: activity.inBytes, rows: activity.inRows }}
          onChange={setUnit}
        />
      }
    />
  );
}
