import { useState } from 'react';
import { api } from '../../api/client.js';
import type { ActivityHour, DayRange } from '../../api/records.js';
import { useResource } from '../../api/hooks.js';
import { formatBytes, formatCount } from '../../charts/amounts.js';
import { DaysChart } from '../../charts/days-chart.js';
import { largest, perDay, REST } from '../../charts/series.js';
import { Tiles } from '../../charts/tiles.js';
import { Switcher } from '../../design/controls/switcher.js';
import { DayRangeChoice } from '../../design/days/day-range.js';
import { byLabel, FilterChoice } from '../../design/fields/choice.js';
import { Loaded } from '../../design/notices/notice.js';
import { Card, Empty, Toolbar } from '../../design/page/card.js';
import { useInAddress } from '../../session/use-in-address.js';
import { useLanguage, useTexts } from '../../texts/language.js';
import { useToday } from '../../time/now.js';
import { useDayRange } from '../../time/use-day-range.js';
import { keyNames, type PresentKeys, shortId, withKeyNames } from '../common/key-names.js';
import { usePresentKeys } from '../common/present-keys.js';
import { KeysAndScopes, sumOf, useScopeLabel } from './keys-and-scopes.js';
import styles from './requests-report.module.css';

/** The name of the address parameter. The audit log on the same page has another one. */
const IN_ADDRESS = 'requests_of';

/** The requests on the chosen days. On the page of an API key, only the requests with that key. */
export function RequestsPanel({ ofKey }: { ofKey?: string }) {
  const days = useDayRange(useToday());
  const { range } = days;
  const [chosen, chooseKey] = useInAddress(IN_ADDRESS);
  const keyId = ofKey ?? chosen;
  const present = usePresentKeys();
  const loading = useResource(api.activity(range));
  return (
    <>
      <Toolbar isLoose>
        <DayRangeChoice days={days} />
        {ofKey === undefined && loading.value && (
          <KeyChoice hours={loading.value} present={present} keyId={keyId} onChange={chooseKey} />
        )}
      </Toolbar>
      <Loaded loading={loading}>
        {(hours) => <RequestsReport range={range} hours={hours} present={present} keyId={keyId} />}
      </Loaded>
    </>
  );
}

interface KeyProps {
  hours: readonly ActivityHour[];
  present: PresentKeys;
  /** Undefined for all keys. */
  keyId: string | undefined;
}

interface KeyChoiceProps extends KeyProps {
  onChange: (id: string | undefined) => void;
}

/** A filter by the keys with requests on these days. The chosen key is always an option. */
function KeyChoice({ hours, present, keyId, onChange }: KeyChoiceProps) {
  const { activity, keys } = useTexts();
  const used = hours.map(({ api_key_id: id, application }) => ({ id, application }));
  if (keyId !== undefined && used.every(({ id }) => id !== keyId))
    used.push({ id: keyId, application: present?.get(keyId) ?? shortId(keyId) });
  const names = keyNames(used, present, activity.deletedKey);
  return (
    <FilterChoice
      label={keys.key}
      all={keys.all}
      value={keyId}
      options={[...names].map(([id, label]) => ({ id, label })).toSorted(byLabel)}
      onChange={onChange}
    />
  );
}

function RequestsReport({ range, hours: all, present, keyId }: KeyProps & { range: DayRange }) {
  const { texts, locale } = useLanguage();
  const { activity } = texts;
  const hours = withKeyNames(all, present, activity.deletedKey).filter(
    ({ api_key_id: id }) => keyId === undefined || id === keyId,
  );
  if (hours.length === 0)
    return <Empty isCard>{keyId === undefined ? activity.empty : activity.emptyOfKey}</Empty>;
  const sum = sumOf(hours);
  const troubles = (name: 'errors' | 'refused', hint: string) => ({
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
          troubles('errors', activity.errorsHint),
          troubles('refused', activity.refusedHint),
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

interface Props {
  range: DayRange;
  hours: readonly ActivityHour[];
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
  return (
    <DaysChart
      title={by === 'scope' ? activity.perDay : activity.perDayByKey}
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
  if (hours.every(({ errors, refused }) => errors + refused === 0))
    return (
      <Card title={activity.troubles}>
        <Empty>{activity.noTroubles}</Empty>
      </Card>
    );
  const days = perDay(
    range,
    hours.flatMap((hour) => [
      { at: hour.hour, series: 'errors', amount: hour.errors },
      { at: hour.hour, series: 'refused', amount: hour.refused },
    ]),
  );
  return (
    <DaysChart
      title={activity.troubles}
      days={days}
      series={[
        { id: 'errors', label: activity.errors, colour: 'chart-bad' },
        { id: 'refused', label: activity.refused, colour: 'chart-warning' },
      ]}
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
  const format = measure === 'bytes' ? formatBytes : formatCount;
  return (
    <DaysChart
      title={measure === 'bytes' ? activity.volume : activity.rowsPerDay}
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
