import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useLanguage } from '../texts/language.js';
import { dayLabel } from '../time/days.js';
import { colourOf, ticks, type ChartDay, type Series } from './series.js';

interface Props {
  days: readonly ChartDay[];
  series: readonly Series[];
  format: (amount: number) => string;
  /** Amounts on the axis are multiples of it. */
  unit?: number;
}

const HEIGHT = 260;

/** The drawing itself; the library behind it is fetched only when a chart is shown. */
export function StackedBars({ days, series, format, unit = 1 }: Props) {
  const { locale } = useLanguage();
  const marks = ticks(days, unit);
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <BarChart data={[...days]} accessibilityLayer={false} margin={{ top: 8, right: 4, bottom: 0, left: 4 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="day"
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
          content={({ active, label }) => {
            const shown = active ? days.find(({ day }) => day === label) : undefined;
            return shown && <DayTip shown={shown} series={series} format={format} />;
          }}
        />
        {series.map((one, index) => (
          <Bar
            key={one.id}
            dataKey={({ values }: ChartDay) => values[one.id] ?? 0}
            name={one.label}
            stackId="all"
            fill={colourOf(one, index)}
            stroke="var(--surface)"
            strokeWidth={1}
            maxBarSize={48}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

function DayTip({ shown, series, format }: Pick<Props, 'series' | 'format'> & { shown: ChartDay }) {
  const { locale } = useLanguage();
  return (
    <div className="tooltip chart-tip">
      <strong>{dayLabel(shown.day, locale, 'full')}</strong>
      {series
        .map((one, index) => ({ one, colour: colourOf(one, index), amount: shown.values[one.id] ?? 0 }))
        .filter(({ amount }) => amount > 0)
        .map(({ one, colour, amount }) => (
          <span key={one.id}>
            <i style={{ background: colour }} />
            {one.label}
            <b>{format(amount)}</b>
          </span>
        ))}
    </div>
  );
}
