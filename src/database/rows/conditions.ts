import type { Query } from './reader.js';

/** A condition and the values of its places. */
export type Condition = readonly [sql: string, ...parameters: (string | number)[]];

/** The query for the rows that meet all of the conditions. */
export function selectWhere(select: string, conditions: readonly Condition[], order = ''): Query {
  return {
    sql: `${select} WHERE ${conditions.map(([sql]) => sql).join(' AND ')} ${order}`,
    parameters: conditions.flatMap(([, ...parameters]) => parameters),
  };
}

/**
 * Compares a key of several columns. The first column stands by itself in front: not every engine makes the bound of an index out of the
 * rest.
 */
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
