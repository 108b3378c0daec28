import {
  Decimal,
  fieldsOf,
  Flag,
  Integer,
  List,
  Nested,
  OfDevice,
  OfEnterprise,
  Text,
  Time,
  Without,
} from './fields.js';

const about = { description: 'A field.' };

class InnerDto {
  @Text(about)
  word: string;
}

class BaseDto {
  @Integer({ ...about, always: true })
  ID: number;

  @Text({ ...about, column: 'other' })
  camelCase: string;

  @Nested(() => InnerDto, about)
  inner: InnerDto;
}

class WholeDto extends BaseDto {
  @Decimal(about)
  some_decimal: number | null;

  @Flag(about)
  isIt: boolean | null;

  @Time(about)
  created_at: string | null;

  @List(about)
  list: unknown[];

  @OfEnterprise()
  enterprise_id: string;

  @OfDevice()
  device_id: string;

  @Nested(() => InnerDto, { ...about, nullable: true, columns: ['one', 'two'] })
  override inner: InnerDto;
}

it('lists the fields in the order of their declaration, those of the base first, where one declared anew keeps its place', () => {
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
  class FewerDto extends Without(WholeDto, ['inner', 'isIt', 'list', 'device_id']) {}
  expect(fieldsOf(FewerDto).map(({ name }) => name)).toEqual([
    'ID',
    'camelCase',
    'some_decimal',
    'created_at',
    'enterprise_id',
  ]);
});

it('knows the columns of each: its own name in snake case, others where it says so, none where the request knows', () => {
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

it('knows which may be null', () => {
  const nullable = fieldsOf(WholeDto).filter((field) => field.nullable);
  expect(nullable.map(({ name }) => name)).toEqual(['inner', 'some_decimal', 'isIt', 'created_at']);
});

it('leaves the base as it is where a class declares a field anew', () => {
  expect(fieldsOf(BaseDto).map(({ name, nullable }) => ({ name, nullable }))).toEqual([
    { name: 'ID', nullable: false },
    { name: 'camelCase', nullable: false },
    { name: 'inner', nullable: false },
  ]);
});

it('finds none in a class without', () => {
  expect(fieldsOf(Date)).toEqual([]);
});
