import {
  DecimalField,
  fieldsOf,
  BooleanField,
  IntegerField,
  ListField,
  ObjectField,
  DeviceIdField,
  EnterpriseIdField,
  TextField,
  TimestampField,
  OmitFields,
} from './fields.js';

const about = { description: 'A field.' };

class InnerDto {
  @TextField(about)
  word: string;
}

class BaseDto {
  @IntegerField({ ...about, always: true })
  ID: number;

  @TextField({ ...about, column: 'other' })
  camelCase: string;

  @ObjectField(() => InnerDto, about)
  inner: InnerDto;
}

class WholeDto extends BaseDto {
  @DecimalField(about)
  some_decimal: number | null;

  @BooleanField(about)
  isIt: boolean | null;

  @TimestampField(about)
  created_at: string | null;

  @ListField(about)
  list: unknown[];

  @EnterpriseIdField()
  enterprise_id: string;

  @DeviceIdField()
  device_id: string;

  @ObjectField(() => InnerDto, { ...about, nullable: true, columns: ['one', 'two'] })
  override inner: InnerDto;
}

it('lists the fields in the order of their declaration, those of the base first, and overrides keep their index', () => {
  expect(fieldsOf(WholeDto).map(({ name }) => name)).toEqual([
    'ID',
    'camelCase',
    'inner',
    'some_decimal',
    'isIt',
    'created_at',
    'list',
    'enterprise_id',
    'device_id',
  ]);
});

it('leaves out fields of another class, and keeps the order of the rest', () => {
  class FewerDto extends OmitFields(WholeDto, ['inner', 'isIt', 'list', 'device_id']) {}
  expect(fieldsOf(FewerDto).map(({ name }) => name)).toEqual([
    'ID',
    'camelCase',
    'some_decimal',
    'created_at',
    'enterprise_id',
  ]);
});

it('returns the columns of each field: its name in snake case, declared columns, or none if the request has the value', () => {
  const columns = Object.fromEntries(fieldsOf(WholeDto).map((field) => [field.name, field.columns]));
  expect(columns).toEqual({
    ID: ['id'],
    camelCase: ['other'],
    some_decimal: ['some_decimal'],
    isIt: ['is_it'],
    created_at: ['created_at'],
    list: ['list'],
    enterprise_id: [],
    device_id: [],
    inner: ['one', 'two'],
  });
});

it('returns the nullable fields', () => {
  const nullable = fieldsOf(WholeDto).filter((field) => field.nullable);
  expect(nullable.map(({ name }) => name)).toEqual(['inner', 'some_decimal', 'isIt', 'created_at']);
});

it('keeps the base unchanged if a class overrides a field', () => {
  expect(fieldsOf(BaseDto).map(({ name, nullable }) => ({ name, nullable }))).toEqual([
    { name: 'ID', nullable: false },
    { name: 'camelCase', nullable: false },
    { name: 'inner', nullable: false },
  ]);
});

it('returns no fields for a class without any', () => {
  expect(fieldsOf(Date)).toEqual([]);
});
