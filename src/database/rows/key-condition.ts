/** A condition and the values of its places. */
export type KeyCondition = readonly [sql: string, ...parameters: (string | number)[]];

/**
 * Compares a key of several columns. The first column stands by itself in front: not every engine makes the bound of an index out of the
 * rest.
 */
export function compareKey(
  columns: readonly string[],
  key: readonly (string | number)[],
  operator: '>' | '<=',
): KeyCondition {
  const strict = operator === '>' ? '>' : '<';
  const [first = '', ...rest] = columns;
  const [value = 0, ...values] = key;
  if (rest.length === 0) return [`${first} ${operator} ?`, value];
  const nested = (at: number): KeyCondition => {
    const [column = '', bound = 0] = [rest[at], values[at]];
    if (at === rest.length - 1) return [`${column} ${operator} ?`, bound];
    const [sql, ...parameters] = nested(at + 1);
    return [`(${column} ${strict} ? OR (${column} = ? AND ${sql}))`, bound, bound, ...parameters];
  };
  const [sql, ...parameters] = nested(0);
  return [`${first} ${strict}= ? AND (${first} ${strict} ? OR ${sql})`, value, value, ...parameters];
}
