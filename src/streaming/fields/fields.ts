import { ApiProperty, OmitType, type ApiPropertyOptions } from '@nestjs/swagger';
import { snakeCase } from '../../database/schema/columns.js';
import type { Sensitivity } from './masks.js';
import 'reflect-metadata';

/**
 * Decorators for DTO fields, which replace `@ApiProperty`. Each declares JSON, column and description of a field once, for the
 * writers, select lists, importer and OpenAPI document (decision 0008).
 */

export type Class = new () => object;

type FieldKind =
  'text' | 'integer' | 'decimal' | 'boolean' | 'time' | 'day' | 'object' | 'list' | 'enterprise' | 'device';

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
  /** Set for a credential, an identifier or a part of a location, which can be hidden from keys. */
  readonly sensitive?: Sensitivity;
  readonly documented: ApiPropertyOptions;
}

export type NumberRange = readonly [least: number, greatest: number];

interface FieldOptions {
  readonly description: string;
  readonly example?: unknown;
  readonly column?: string;
  readonly onRequest?: true;
  readonly sensitive?: Sensitivity;
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

const IDENTIFYING = ['id', 'ID', 'device_id'];
export const isIdentifying = ({ name }: Pick<Field, 'name'>): boolean => IDENTIFYING.includes(name);

export const DELETED = 'deleted';

/**
 * Returns the class of the items of a feed. A deleted record has only its identifying values. `device_id` is in every
 * item. It is the last field if the type has it on request only.
 */
export function ChangeOf(type: Class): new () => { deleted: boolean } {
  class Change {
    deleted: boolean;
  }
  const isAdded = (field: Field): boolean => field.onRequest === true && isIdentifying(field);
  const fields = fieldsOf(type).toSorted((one, other) => Number(isAdded(one)) - Number(isAdded(other)));
  for (const { onRequest, documented, ...own } of fields) {
    const isKey = isIdentifying(own);
    addField(Change.prototype, {
      ...own,
      ...(onRequest && !isKey && { onRequest }),
      nullable: true, // the device of a tombstone may have been erased
      // the type of the snapshot describes the field
      documented: {
        ...documented,
        description: undefined,
        example: undefined,
        maximum: undefined,
        required: isKey,
        nullable: !isKey,
      } as ApiPropertyOptions,
    });
  }
  BooleanField({ description: 'True if the record was deleted.', always: true })(Change.prototype, DELETED);
  return Change;
}

export function TextField({
  knownValues = [],
  ...options
}: FieldOptions & { knownValues?: readonly string[]; fitsHeader?: true }): PropertyDecorator {
  const known = ` Known values: ${knownValues.join(', ')}. Accept other values.`;
  const description = options.description + (knownValues.length > 0 ? known : '');
  return field('text', { type: 'string' }, { ...options, description });
}

/** `large` documents int64 up to 2^53-1, for clients with narrower integers. */
export function IntegerField({
  always,
  large,
  ...options
}: FieldOptions & { always?: true; large?: true; range?: NumberRange }): PropertyDecorator {
  const limits = large && { format: 'int64', maximum: Number.MAX_SAFE_INTEGER };
  return field('integer', { type: 'integer', nullable: !always, ...limits }, options);
}

export const RecordIdField = (example: number): PropertyDecorator =>
  IntegerField({
    description: 'Identifier of the record, unique within the enterprise.',
    example,
    always: true,
    large: true,
  });

export function DecimalField(options: FieldOptions & { range?: NumberRange }): PropertyDecorator {
  const { range } = options;
  const limits = range && { minimum: range[0], maximum: range[1] };
  return field('decimal', { type: 'number', format: 'double', nullable: true, ...limits }, options);
}

export const LatitudeField = (): PropertyDecorator =>
  DecimalField({
    description: 'Latitude in decimal degrees.',
    example: 52.51634,
    range: [-90, 90],
    sensitive: 'degrees',
  });

export const LongitudeField = (): PropertyDecorator =>
  DecimalField({
    description: 'Longitude in decimal degrees.',
    example: 13.37767,
    range: [-180, 180],
    sensitive: 'degrees',
  });

export const BooleanField = ({ always, ...options }: FieldOptions & { always?: true }): PropertyDecorator =>
  field('boolean', { type: 'boolean', nullable: !always }, options);

export const TimestampField = (options: FieldOptions): PropertyDecorator =>
  field(
    'time',
    { type: 'string', format: 'date-time', nullable: true },
    { example: '2026-03-29T08:15:30.000+02:00', ...options },
  );

/** The day of the time in `column`, in the time zone of the enterprise. */
export const DayField = (options: FieldOptions & { column: string; onRequest: true }): PropertyDecorator =>
  field('day', { type: 'string', format: 'date', nullable: true }, options);

/** Stored as JSON and copied into the response. */
export function ObjectField(
  type: () => Class,
  { nullable, ...options }: FieldOptions & { nullable?: true; optional?: true; columns?: readonly string[] },
): PropertyDecorator {
  // Swagger recognizes a lazy type by the function name `type`
  const schema = { type: () => type(), required: !options.optional, nullable };
  return field('object', schema, { ...options, type });
}

export const ListField = (options: FieldOptions): PropertyDecorator =>
  field('list', { type: 'array', items: {} }, options);

export const EnterpriseIdField = (): PropertyDecorator =>
  field(
    'enterprise',
    { type: 'string' },
    {
      description: 'Identifier of the enterprise, the same as in the `x-enterprise-id` header.',
      example: 'havelwerk-logistik',
      columns: [],
    },
  );

/** Takes the ID from the request. `DEVICE_ID_COLUMN` replaces it for bulk endpoints. */
export const DeviceIdField = (options: { onRequest?: true } = {}): PropertyDecorator =>
  field(
    'device',
    { type: 'string' },
    { description: 'Identifier of the device.', example: 'tablet-1', columns: [], ...options },
  );

function field(
  kind: FieldKind,
  { nullable = false, ...schema }: ApiPropertyOptions,
  { description, column, ...own }: FieldOptions & Partial<Field>,
): PropertyDecorator {
  return (prototype, property) => {
    const name = String(property);
    const documented = {
      description,
      ...(own.example !== undefined && { example: own.example }),
      ...(nullable && { nullable }),
      ...schema,
      ...(own.onRequest && { required: false }),
    } as ApiPropertyOptions;
    const columns = [column ?? snakeCase(name)];
    addField(prototype, { name, kind, nullable, optional: false, columns, ...own, documented });
  };
}

function addField(prototype: object, own: Field): void {
  ApiProperty(own.documented)(prototype, own.name);
  const inherited = fieldsOf(prototype.constructor as Class);
  const at = inherited.findIndex((other) => other.name === own.name);
  // an overridden field keeps its order
  const fields = at < 0 ? [...inherited, own] : inherited.with(at, own);
  Reflect.defineMetadata(FIELDS, fields, prototype);
}
