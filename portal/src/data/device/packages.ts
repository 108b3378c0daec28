import { largest, REST, sumsOf, type ChartDay, type Series } from '../../charts/sums/series.js';
import { useTexts } from '../../texts/language.js';

const CATCH_ALL = 'OTHER';

export interface Packages {
  nameOf: (packageName: string) => string;
  /** Keeps the largest apps and combines the others. */
  largest: (days: readonly ChartDay[]) => { days: readonly ChartDay[]; series: Series[] };
}

/** Names and groups apps by package name, because usage records contain no other name. */
export function usePackages(): Packages {
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
export function appShares<T extends { package_name: string }>(
  records: readonly T[],
  amountOf: (record: T) => number,
  { nameOf }: Packages,
): { id: string; label: string; amount: number }[] {
  return [...sumsOf(records.map((record) => [record.package_name, amountOf(record)]))]
    .map(([id, amount]) => ({ id, label: nameOf(id), amount }))
    .toSorted((a, b) => b.amount - a.amount);
}
