import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Query } from '../database/rows/reader.js';
import type { FieldSelection } from './fields/field-selection.js';

const COLUMNS = /(gone_)?columns_of_(\w+)/;

/** Stands in a select list for the columns that the shape of an answer asks of a table. */
export const columnsOf = (alias: string): string => `columns_of_${alias}`;

/** The same of a record that is gone: what identifies it, and nothing besides. */
export const goneColumnsOf = (alias: string): string => `gone_columns_of_${alias}`;

/** The query with the columns of the shape. */
export function withColumns({ sql, parameters }: Query, shape: FieldSelection): Query {
  const columns = (_hole: string, gone: string | undefined, alias: string): string =>
    gone === undefined ? shape.select(alias) : shape.selectGone(alias);
  return { sql: sql.replace(COLUMNS, columns), parameters };
}

type Values<Name extends string> = Readonly<Record<Name, string | number>>;

/**
 * Makes the text of a query once, from entities, and binds values to it at each use. The builder names its parameters like
 * the members of the values, such as `:enterpriseKey`.
 */
export function prepareQuery<Name extends string>(
  builder: SelectQueryBuilder<ObjectLiteral>,
  names: readonly Name[],
): (values: Values<Name>) => Query {
  // each name stands in for its own value, so that the driver's order of the placeholders can be read off
  builder.setParameters(Object.fromEntries(names.map((name) => [name, name])));
  const [sql, order] = builder.getQueryAndParameters() as [string, Name[]];
  return (values) => ({ sql, parameters: order.map((name) => values[name]) });
}

/** The same with a list of any length: `makeBuilder` puts the places of its items into an `IN`. */
export function prepareListQuery<Name extends string = never>(
  makeBuilder: (places: string) => SelectQueryBuilder<ObjectLiteral>,
  names: readonly Name[] = [],
): (list: readonly (string | number)[], values: Values<Name>) => Query {
  const compileFor = (items: readonly unknown[]): ReturnType<typeof prepareQuery> => {
    const places = items.map((_item, at) => placeOf(at));
    return prepareQuery(makeBuilder(places.map((place) => `:${place}`).join(', ')), [...names, ...places]);
  };
  const ofLength = new Map<number, ReturnType<typeof compileFor>>();
  return (list, values) => {
    const items = padToPowerOfTwo(list);
    const bind = ofLength.get(items.length) ?? compileFor(items);
    ofLength.set(items.length, bind);
    return bind({ ...values, ...Object.fromEntries(items.map((item, at) => [placeOf(at), item])) });
  };
}

const placeOf = (at: number): string => `item${at}`;

/** Few lengths of a list mean few texts to compile and to cache: it is filled up to a power of two. */
export function padToPowerOfTwo<Value>(values: readonly Value[]): Value[] {
  const missing = 2 ** Math.ceil(Math.log2(values.length)) - values.length;
  return [...values, ...values.slice(0, missing)];
}
