import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { useLanguage } from '../texts/language.js';
import { dayLabel, daysLabel } from '../time/days.js';
import type { Bar as Shown, Bars } from './sums/bars.js';
import { colourOf, ticks, type Series } from './sums/series.js';
import styles from './chart-tip.module.css';

interface Props extends Pick<Bars, 'bars' | 'isOutlined'> {
  width: number;
  series: readonly Series[];
  format: (amount: number) => string;
  /** Amounts on the axis are multiples of it. */
  unit?: number;
}

const HEIGHT = 260;
/** How much of the width a tip may take, so that there is room for it beside the amounts. */
const WIDEST_TIP = 0.75;

/** The drawing itself; the library behind it is fetched only when a chart is shown. */
export function StackedBars({ bars, isOutlined, width, series, format, unit = 1 }: Props) {
  const { locale } = useLanguage();
  const marks = ticks(bars, unit);
  return (
    <BarChart
      width={width}
      height={HEIGHT}
      data={[...bars]}
      accessibilityLayer={false}
      margin={{ top: 8, right: 4, bottom: 0, left: 4 }}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="first"
        tickFormatter={(day: string) => dayLabel(day, locale)}
        tick={{ fill: 'var(--text-muted)', fontSize: 12 }}
        tickLine={false}
        axisLine={{ stroke: 'var(--line)' }}
        minTickGap={16}
      />
      <YAxis
        width="auto"
        tickFormatter={format}
        tick={{ fill: 'var(--text-muted)', fontSize: 12 }}
        tickLine={false}
        axisLine={false}
        ticks={marks}
        domain={[0, marks.at(-1) ?? unit]}
      />
      <Tooltip
        cursor={{ fill: 'var(--hover)' }}
        wrapperStyle={{ maxWidth: WIDEST_TIP * width }}
        content={({ active, label }) => {
          const shown = active ? bars.find(({ first }) => first === label) : undefined;
          return shown && <BarTip shown={shown} series={series} format={format} />;
        }}
      />
      {series.map((one, index) => (
        <Bar
          key={one.id}
          dataKey={({ values }: Shown) => values[one.id] ?? 0}
          name={one.label}
          stackId="all"
          fill={colourOf(one, index)}
          stroke={isOutlined ? 'var(--surface)' : undefined}
          maxBarSize={48}
          isAnimationActive={false}
        />
      ))}
    </BarChart>
  );
}

function BarTip({ shown, series, format }: Pick<Props, 'series' | 'format'> & { shown: Shown }) {
  const { locale } = useLanguage();
  return (
    <div className={styles.chartTip}>
      <strong>{daysLabel(shown.first, shown.last, locale)}</strong>
      {series
        .map((one, index) => ({ one, colour: colourOf(one, index), amount: shown.values[one.id] ?? 0 }))
        .filter(({ amount }) => amount > 0)
        .map(({ one, colour, amount }) => (
          <span key={one.id}>
            <i style={{ background: colour }} />
            <em>{one.label}</em>
            <b>{format(amount)}</b>
          </span>
        ))}
    </div>
  );
}
