import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Query } from './row-reader.js';

/**
 * Makes the text of a query once, from entities, and binds values to it at each use. The builder names its parameters like
 * the members of the values, such as `:enterpriseKey`.
 */
export function prepareQuery<Name extends string>(
  builder: SelectQueryBuilder<ObjectLiteral>,
  names: readonly Name[],
): (values: Readonly<Record<Name, string | number>>) => Query {
  // each name stands in for its own value, so that the driver's order of the placeholders can be read off
  builder.setParameters(Object.fromEntries(names.map((name) => [name, name])));
  const [sql, order] = builder.getQueryAndParameters() as [string, Name[]];
  return (values) => ({ sql, parameters: order.map((name) => values[name]) });
}
