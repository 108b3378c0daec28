import { ApiProperty, OmitType, type ApiPropertyOptions } from '@nestjs/swagger';
import { snakeCase } from '../../database/schema/columns.js';
import 'reflect-metadata';

/**
 * Decorators for DTO fields, which replace `@ApiProperty`. Each declares JSON, column and description of a field once, for the
 * writers, select lists, importer and OpenAPI document (decision 0008).
 */

type Class = new () => object;

type FieldKind =
  'text' | 'integer' | 'decimal' | 'boolean' | 'time' | 'object' | 'list' | 'enterprise' | 'device';

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** Empty if the value comes from the request. */
  readonly columns: readonly string[];
  readonly nullable: boolean;
  readonly optional: boolean;
  readonly type?: () => Class;
  readonly range?: NumberRange;
  readonly fitsHeader?: true;
  /** Appears in responses only if the `fields` parameter names it. */
  readonly onRequest?: true;
}

export type NumberRange = readonly [least: number, greatest: number];

interface FieldOptions {
  readonly description: string;
  readonly example?: unknown;
  readonly column?: string;
  readonly onRequest?: true;
}

const FIELDS = Symbol('fields');

/** Returns the fields in declaration order, which is their order in responses. */
export function fieldsOf(type: Class): readonly Field[] {
  return (Reflect.getMetadata(FIELDS, type.prototype as object) as Field[] | undefined) ?? [];
}

export function OmitFields<T extends object, Name extends keyof T & string>(
  type: new () => T,
  names: readonly Name[],
): new () => Omit<T, Name> {
  const left = OmitType(type, names);
  const isLeft = ({ name }: Field): boolean => !names.some((without) => without === name);
  Reflect.defineMetadata(FIELDS, fieldsOf(type).filter(isLeft), left.prototype as object);
  return left;
}

export function TextField({
  knownValues = [],
  fitsHeader,
  ...options
}: FieldOptions & { knownValues?: readonly string[]; fitsHeader?: true }): PropertyDecorator {
  const known = ` Known values: ${knownValues.join(', ')}. Accept other values.`;
  const description = options.description + (knownValues.length > 0 ? known : '');
  return field('text', { ...options, description }, { type: 'string' }, fitsHeader && { fitsHeader });
}

/** `large` documents int64 up to 2^53-1, for clients with narrower integers. */
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

export function DecimalField({
  range,
  ...options
}: FieldOptions & { range?: NumberRange }): PropertyDecorator {
  const limits = range && { minimum: range[0], maximum: range[1] };
  return field(
    'decimal',
    options,
    { type: 'number', format: 'double', ...limits },
    { nullable: true, ...(range && { range }) },
  );
}

export const LatitudeField = (): PropertyDecorator =>
  DecimalField({ description: 'Latitude in decimal degrees.', example: 52.51634, range: [-90, 90] });

export const LongitudeField = (): PropertyDecorator =>
  DecimalField({ description: 'Longitude in decimal degrees.', example: 13.37767, range: [-180, 180] });

export const BooleanField = (options: FieldOptions): PropertyDecorator =>
  field('boolean', options, { type: 'boolean' }, { nullable: true });

export const TimestampField = (options: FieldOptions): PropertyDecorator =>
  field(
    'time',
    { example: '2026-03-29T08:15:30.000+02:00', ...options },
    { type: 'string', format: 'date-time' },
    { nullable: true },
  );

/** Stored as JSON and copied into the response. */
export const ObjectField = (
  type: () => Class,
  options: FieldOptions & { nullable?: true; optional?: true; columns?: readonly string[] },
): PropertyDecorator =>
  field(
    'object',
    options,
    // Swagger recognizes a lazy type by the function name `type`
    { type: () => type(), required: !options.optional },
    {
      type,
      nullable: options.nullable ?? false,
      optional: options.optional ?? false,
      ...(options.columns && { columns: options.columns }),
    },
  );

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

/** Takes the ID from the request. `DEVICE_ID_COLUMN` replaces it for bulk endpoints. */
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
      ...(options.onRequest && { onRequest: true }),
      ...more,
    };
    const inherited = (Reflect.getMetadata(FIELDS, prototype) as Field[] | undefined) ?? [];
    const at = inherited.findIndex((other) => other.name === name);
    // an overridden field keeps its order
    const fields = at < 0 ? [...inherited, own] : inherited.with(at, own);
    Reflect.defineMetadata(FIELDS, fields, prototype);
  };
}
