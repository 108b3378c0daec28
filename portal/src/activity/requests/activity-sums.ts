import type { ActivityHour } from '../../api/records.js';

export interface Sums {
  requests: number;
  errors: number;
  refused: number;
  feeds: number;
  rows: number;
  bytes: number;
}

export function sumOf(hours: readonly Sums[]): Sums {
  const sum: Sums = { requests: 0, errors: 0, refused: 0, feeds: 0, rows: 0, bytes: 0 };
  for (const hour of hours)
    for (const name of ['requests', 'errors', 'refused', 'feeds', 'rows', 'bytes'] as const)
      sum[name] += hour[name];
  return sum;
}

export interface KeyAndScope extends Sums {
  keyId: string;
  application: string;
  scope: string;
}

/** Adds up the hours for each key and scope. */
export function byKeyAndScope(hours: readonly ActivityHour[]): KeyAndScope[] {
  const groups = Map.groupBy(hours, ({ api_key_id: id, scope }) => `${id} ${scope}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return { keyId: first.api_key_id, application: first.application, scope: first.scope, ...sumOf(group) };
  });
}
