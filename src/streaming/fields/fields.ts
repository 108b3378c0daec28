import { ApiProperty, OmitType, type ApiPropertyOptions } from '@nestjs/swagger';
import { snakeCase } from '../../database/schema/columns.js';
import 'reflect-metadata';

/**
 * Decorators for the fields of a DTO class. They replace `@ApiProperty`: each declares a field's JSON, column and description once,
 * and the writers, select lists, importer and OpenAPI document read it.
 */

type Class = new () => object;

type FieldKind =
  'text' | 'integer' | 'decimal' | 'boolean' | 'time' | 'object' | 'list' | 'enterprise' | 'device';

export interface Field {
  /** The name in a response. */
  readonly name: string;
  readonly kind: FieldKind;
  /** The columns with its value. Empty if the request has the value. */
  readonly columns: readonly string[];
  readonly nullable: boolean;
  /** The field may be absent from a stored object. */
  readonly optional: boolean;
  /** The class of an object. */
  readonly type?: () => Class;
  readonly range?: NumberRange;
  /** The text must be a valid HTTP header value. */
  readonly fitsHeader?: true;
  /** Responses show it only if the `fields` parameter names it. */
  readonly onRequest?: true;
  readonly example?: unknown;
}

export type NumberRange = readonly [least: number, greatest: number];

interface FieldOptions {
  readonly description: string;
  readonly example?: unknown;
  /** The column. Default: the name in snake case. */
  readonly column?: string;
  /** Show it only if the `fields` parameter names it. */
  readonly onRequest?: true;
}

const FIELDS = Symbol('fields');

/** Returns the fields of a DTO class in the order of their declaration. */
export function fieldsOf(type: Class): readonly Field[] {
  return (Reflect.getMetadata(FIELDS, type.prototype as object) as Field[] | undefined) ?? [];
}

/** Returns a class to extend, with the fields of another one except some. */
export function OmitFields<T extends object, Name extends keyof T & string>(
  type: new () => T,
  names: readonly Name[],
): new () => Omit<T, Name> {
  const left = OmitType(type, names);
  const isLeft = ({ name }: Field): boolean => !names.some((without) => without === name);
  Reflect.defineMetadata(FIELDS, fieldsOf(type).filter(isLeft), left.prototype as object);
  return left;
}

/** A string, `""` if there is no value. */
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

/** An integer. A `large` one is documented as int64 up to 2^53-1, for clients with narrower types. */
export const IntegerField = (
  options: FieldOptions & { always?: true; large?: true; range?: NumberRange },
): PropertyDecorator =>
  field(
    'integer',
    options,
    { type: 'integer', ...(options.large && { format: 'int64', maximum: Number.MAX_SAFE_INTEGER }) },
    { nullable: !options.always, ...(options.range && { range: options.range }) },
  );

export const RecordIdField = (example: number): PropertyDecorator =>
  IntegerField({
    description: 'Identifier of the record, unique within the enterprise.',
    example,
    always: true,
    large: true,
  });

export const DecimalField = (options: FieldOptions): PropertyDecorator =>
  field('decimal', options, { type: 'number', format: 'double' }, { nullable: true });

export const LatitudeField = (): PropertyDecorator => degrees('Latitude', 90, 52.51634);

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

/** A timestamp, formatted in the time zone of the enterprise. */
export const TimestampField = (options: FieldOptions): PropertyDecorator =>
  field(
    'time',
    { example: '2026-03-29T08:15:30.000+02:00', ...options },
    { type: 'string', format: 'date-time' },
    { nullable: true },
  );

/** An object, stored as JSON and copied into the response. */
export const ObjectField = (
  type: () => Class,
  options: FieldOptions & { nullable?: true; optional?: true; columns?: readonly string[] },
): PropertyDecorator =>
  field(
    'object',
    options,
    { type: () => type(), required: !options.optional }, // the document generator requires a function with this name
    {
      type,
      nullable: options.nullable ?? false,
      optional: options.optional ?? false,
      ...(options.columns && { columns: options.columns }),
    },
  );

/** An array with items of any type. */
export const ListField = (options: FieldOptions): PropertyDecorator =>
  field('list', options, { type: 'array', items: {} });

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

/** The id of the device in the request, or of the device that the row belongs to. */
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
    // a subclass may override a field, which keeps its position
    const fields = at < 0 ? [...inherited, own] : inherited.with(at, own);
    Reflect.defineMetadata(FIELDS, fields, prototype);
  };
}
