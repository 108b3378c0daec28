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

/** The same for what an enterprise has under some ids: `makeBuilder` puts the places of the ids into an `IN`. */
export function prepareListQuery(
  makeBuilder: (places: string) => SelectQueryBuilder<ObjectLiteral>,
): (enterpriseKey: number, ids: readonly string[]) => Query {
  const ofLength = new Map<number, { sql: string; order: readonly number[] }>();
  const prepare = (length: number): { sql: string; order: readonly number[] } => {
    const names = Array.from({ length }, (_, at) => `id${at}`);
    const builder = makeBuilder(names.map((name) => `:${name}`).join(', '));
    builder.setParameters(Object.fromEntries(['enterpriseKey', ...names].map((name) => [name, name])));
    const [sql, order] = builder.getQueryAndParameters() as [string, string[]];
    return { sql, order: order.map((name) => names.indexOf(name)) };
  };
  return (enterpriseKey, ids) => {
    const all = filledUp(ids);
    const known = ofLength.get(all.length) ?? prepare(all.length);
    ofLength.set(all.length, known);
    // what is not the place of an id is that of the enterprise
    return { sql: known.sql, parameters: known.order.map((at) => all[at] ?? enterpriseKey) };
  };
}
