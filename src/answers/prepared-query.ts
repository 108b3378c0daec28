import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { filledUp } from './batches.js';
import type { Query } from '../database/rows/row-reader.js';

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

/** The same with a list of any length: `makeBuilder` puts the places of its items into an `IN`. */
export function prepareListQuery<Name extends string = never>(
  makeBuilder: (places: string) => SelectQueryBuilder<ObjectLiteral>,
  names: readonly Name[] = [],
): (list: readonly string[], values: Readonly<Record<Name, string | number>>) => Query {
  const ofLength = new Map<number, ReturnType<typeof prepareQuery>>();
  return (list, values) => {
    const items = Object.fromEntries(filledUp(list).map((item, at) => [`item${at}`, item]));
    const places = Object.keys(items);
    const prepared =
      ofLength.get(places.length) ??
      prepareQuery(makeBuilder(places.map((place) => `:${place}`).join(', ')), [...names, ...places]);
    ofLength.set(places.length, prepared);
    return prepared(Object.assign(items, values));
  };
}
