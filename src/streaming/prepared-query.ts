import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Query } from '../database/rows/reader.js';
import type { FieldSelection } from './fields/field-selection.js';

type Values<Name extends string> = Readonly<Record<Name, string | number>>;

/** Placeholder in a select list for the columns of the fields that a call passes. */
export const FIELDS = 'selected_fields';

/**
 * Builds the SQL once, because the query builder takes 74 µs per call and binding the values takes 0.1 µs. Parameters have the
 * names of the values, such as `:enterpriseKey` (decision 0023).
 */
export function prepareQuery<Name extends string>(
  builder: SelectQueryBuilder<ObjectLiteral>,
  names: readonly Name[],
): (values: Values<Name>, fields?: FieldSelection) => Query {
  // uses each name as its value, so that the result lists the names in the order of the driver
  builder.setParameters(Object.fromEntries(names.map((name) => [name, name])));
  const [sql, order] = builder.getQueryAndParameters() as [string, Name[]];
  const [before = '', after = ''] = sql.split(FIELDS, 2);
  const { alias } = builder;
  return (values, fields) => ({
    sql: fields ? `${before}${fields.select(alias)}${after}` : sql,
    parameters: order.map((name) => values[name]),
  });
}

/** Prepares a query with an `IN` list of any length. `makeBuilder` receives the placeholders. */
export function prepareListQuery<Name extends string = never>(
  makeBuilder: (placeholders: string) => SelectQueryBuilder<ObjectLiteral>,
  names: readonly Name[] = [],
): (list: readonly (string | number)[], values: Values<Name>, fields?: FieldSelection) => Query {
  const ofLength = new Map<number, ReturnType<typeof prepareQuery<string>>>();
  return (list, values, fields) => {
    const padded = padToPowerOfTwo(list);
    const items = Object.fromEntries(padded.map((value, at) => [`item${at}`, value]));
    let query = ofLength.get(padded.length);
    if (!query) {
      const places = Object.keys(items);
      const builder = makeBuilder(places.map((place) => `:${place}`).join(', '));
      ofLength.set(padded.length, (query = prepareQuery<string>(builder, [...names, ...places])));
    }
    return query({ ...values, ...items }, fields);
  };
}

/** Repeats items up to a power of two, so that there are few SQL texts to prepare and cache. */
export function padToPowerOfTwo<Value>(values: readonly Value[]): Value[] {
  const missing = 2 ** Math.ceil(Math.log2(values.length)) - values.length;
  return [...values, ...values.slice(0, missing)];
}
