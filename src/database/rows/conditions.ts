import type { Query } from './reader.js';

export type Condition = readonly [sql: string, ...parameters: (string | number)[]];

export function selectWhere(select: string, conditions: readonly Condition[], order = ''): Query {
  return {
    sql: `${select} WHERE ${conditions.map(([sql]) => sql).join(' AND ')} ${order}`,
    parameters: conditions.flatMap(([, ...parameters]) => parameters),
  };
}

/** The first column has its own condition, because not every engine derives an index bound from the rest. */
export function compareKey(
  columns: readonly string[],
  key: readonly (string | number)[],
  operator: '>' | '<=',
): Condition {
  const [first = '', ...rest] = columns;
  const [value = 0, ...values] = key;
  if (rest.length === 0) return [`${first} ${operator} ?`, value];
  const strict = operator === '>' ? '>' : '<';
  const [sql, ...parameters] = compareKey(rest, values, operator);
  return [`${first} ${strict}= ? AND (${first} ${strict} ? OR ${sql})`, value, value, ...parameters];
}
