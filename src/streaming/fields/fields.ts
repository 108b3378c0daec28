import 'reflect-metadata';
import { ApiProperty, OmitType, type ApiPropertyOptions } from '@nestjs/swagger';
import { snakeCase } from '../../database/schema/naming.js';

/**
 * The fields of an answer. Declared once on a DTO class, each says what it is on the wire, where it stands in the
 * database and how it reads in the document; serializer, select list, importer and OpenAPI all follow from it.
 */

type Class = new () => object;

type FieldKind =
  'text' | 'integer' | 'decimal' | 'boolean' | 'time' | 'object' | 'list' | 'enterprise' | 'device';

export interface Field {
  /** The name on the wire. */
  readonly name: string;
  readonly kind: FieldKind;
  /** The columns that it is made of; none for what the request itself knows. */
  readonly columns: readonly string[];
  /** Whether an answer may say null. */
  readonly nullable: boolean;
  /** Whether the field may be missing inside a stored object. */
  readonly optional: boolean;
  /** The class of an object. */
  readonly type?: () => Class;
  /** The least and the greatest value of a number that has bounds. */
  readonly range?: NumberRange;
  /** Whether a text must be one that the value of a header can be. */
  readonly fitsHeader?: true;
  /** Whether it is shown only where a caller names it. */
  readonly onRequest?: true;
  /** A value as an answer has it. */
  readonly example?: unknown;
}

export type NumberRange = readonly [least: number, greatest: number];

interface FieldOptions {
  readonly description: string;
  readonly example?: unknown;
  /** The column, where it is not the snake-case form of the name. */
  readonly column?: string;
  /** Show it only where a caller names it. */
  readonly onRequest?: true;
}

const FIELDS = Symbol('fields');

/** The fields of a DTO class in the order of their declaration. */
export function fieldsOf(type: Class): readonly Field[] {
  return (Reflect.getMetadata(FIELDS, type.prototype as object) as Field[] | undefined) ?? [];
}

/** A class to extend: the fields of another without some, in its order. */
export function OmitFields<T extends object, Name extends keyof T & string>(
  type: new () => T,
  names: readonly Name[],
): new () => Omit<T, Name> {
  const left = OmitType(type, names);
  const isLeft = ({ name }: Field): boolean => !names.some((without) => without === name);
  Reflect.defineMetadata(FIELDS, fieldsOf(type).filter(isLeft), left.prototype as object);
  return left;
}

/** A string; `""` where there is no value. */
export const TextField = (
  options: FieldOptions & { knownValues?: readonly string[]; fitsHeader?: true },
): PropertyDecorator =>
  field(
    'text',
    options,
    {
      type: 'string',
      ...(options.knownValues && {
        description: `${options.description} Known values: ${options.knownValues.join(', ')}. Accept other values.`,
      }),
    },
    options.fitsHeader && { fitsHeader: true },
  );

/** A whole number. One that may be `large` is exact up to 2^53-1 and says so, for clients with narrower types. */
export const IntegerField = (
  options: FieldOptions & { always?: true; large?: true; range?: NumberRange },
): PropertyDecorator =>
  field(
    'integer',
    options,
    { type: 'integer', ...(options.large && { format: 'int64', maximum: Number.MAX_SAFE_INTEGER }) },
    { nullable: !options.always, ...(options.range && { range: options.range }) },
  );

/** The number of a record. */
export const RecordIdField = (example: number): PropertyDecorator =>
  IntegerField({
    description: 'Identifier of the record, unique within the enterprise.',
    example,
    always: true,
    large: true,
  });

export const DecimalField = (options: FieldOptions): PropertyDecorator =>
  field('decimal', options, { type: 'number', format: 'double' }, { nullable: true });

/** Where on the globe a position is, north or south of the equator. */
export const LatitudeField = (): PropertyDecorator => degrees('Latitude', 90, 52.51634);

/** Where on the globe a position is, east or west of Greenwich. */
export const LongitudeField = (): PropertyDecorator => degrees('Longitude', 180, 13.37767);

function degrees(name: string, most: number, example: number): PropertyDecorator {
  return field(
    'decimal',
    { description: `${name} in decimal degrees.`, example },
    { type: 'number', format: 'double', minimum: -most, maximum: most },
    { nullable: true, range: [-most, most] },
  );
}

export const BooleanField = (options: FieldOptions): PropertyDecorator =>
  field('boolean', options, { type: 'boolean' }, { nullable: true });

/** An instant, rendered in the enterprise's time zone. */
export const TimestampField = (options: FieldOptions): PropertyDecorator =>
  field(
    'time',
    { example: '2026-03-29T08:15:30.000+02:00', ...options },
    { type: 'string', format: 'date-time' },
    { nullable: true },
  );

/** An object: stored as JSON and spliced into the answer, or part of such a one. */
export const ObjectField = (
  type: () => Class,
  options: FieldOptions & { nullable?: true; optional?: true; columns?: readonly string[] },
): PropertyDecorator =>
  field(
    'object',
    options,
    { type: () => type(), required: !options.optional }, // the generator tells a lazy type by this very name
    {
      type,
      nullable: options.nullable ?? false,
      optional: options.optional ?? false,
      ...(options.columns && { columns: options.columns }),
    },
  );

/** An array whose items nothing is known of. */
export const ListField = (options: FieldOptions): PropertyDecorator =>
  field('list', options, { type: 'array', items: {} });

/** The id of the enterprise that the request names. */
export const EnterpriseIdField = (): PropertyDecorator =>
  field(
    'enterprise',
    {
      description: 'Identifier of the enterprise, the same as in the `x-enterprise-id` header.',
      example: 'havelwerk-logistik',
    },
    { type: 'string' },
    { columns: [] },
  );

/** The id of the device that the request names, or that the row belongs to. */
export const DeviceIdField = (options: { onRequest?: true } = {}): PropertyDecorator =>
  field(
    'device',
    { description: 'Identifier of the device.', example: 'tablet-1', ...options },
    { type: 'string' },
    { columns: [] },
  );

function field(
  kind: FieldKind,
  options: FieldOptions,
  schema: ApiPropertyOptions,
  more: Partial<Field> = {},
): PropertyDecorator {
  return (prototype, property) => {
    const name = String(property);
    const nullable = more.nullable ?? false;
    ApiProperty({
      description: options.description,
      ...(options.example !== undefined && { example: options.example }),
      ...(nullable && { nullable }),
      ...schema,
      ...(options.onRequest && { required: false }),
    } as ApiPropertyOptions)(prototype, property);
    const own: Field = {
      name,
      kind,
      nullable,
      optional: false,
      columns: [options.column ?? snakeCase(name)],
      example: options.example,
      ...(options.onRequest && { onRequest: true }),
      ...more,
    };
    const inherited = (Reflect.getMetadata(FIELDS, prototype) as Field[] | undefined) ?? [];
    const at = inherited.findIndex((other) => other.name === name);
    // a class may declare a field of its base anew, with another type: it keeps its place
    const fields = at < 0 ? [...inherited, own] : inherited.with(at, own);
    Reflect.defineMetadata(FIELDS, fields, prototype);
  };
}
