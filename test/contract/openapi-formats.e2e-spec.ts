import { Ajv2020 } from 'ajv/dist/2020.js';
import { appWith } from '../kit/app/app-with.js';
import { readCsv } from '../kit/formats/csv.js';
import { documentsOf, operations, type Document, type Operation } from '../kit/specification/openapi.js';

// docs/contract.md, 2.10 and 2.11: what each operation has to say of days, fields, formats and headers

const ROWS = ['application/json', 'application/x-ndjson', 'text/csv'];
const FLEET = [...ROWS, 'application/vnd.apache.parquet'];

const app = appWith();
let customer: Document;
beforeAll(() => ({ customer } = documentsOf(app)));

const original = (): [string, Operation][] =>
  operations(customer).filter(([, operation]) => operation['x-alias-of'] === undefined);
const contentOf = ({ responses }: Operation) => responses['200']!.content!;
const arrays = (): [string, Operation][] =>
  original().filter(([, operation]) => contentOf(operation)['application/json']!.schema.items !== undefined);
const itemOf = (operation: Operation): string =>
  contentOf(operation)['application/json']!.schema.items!.$ref!.replace('#/components/schemas/', '');

it('names the formats of each operation, where they are chosen and in what they are answered', () => {
  const documented = original().map(([path, operation]) => {
    const format = operation.parameters!.find(({ name }) => name === 'format') as unknown;
    const { enum: formats } = (format as { schema: { enum: string[] } }).schema;
    return [path, formats.length, Object.keys(contentOf(operation)).sort()];
  });
  expect(documented.sort()).toEqual([
    ['get /api/v1/device-location/bulk', 4, [...FLEET].sort()],
    ['get /api/v1/device-location/id/{id}', 3, ROWS],
    ['get /api/v1/device/', 4, [...FLEET].sort()],
    ['get /api/v1/device/app/bulk', 4, [...FLEET].sort()],
    ['get /api/v1/device/app/id/{id}', 3, ROWS],
    ['get /api/v1/device/datausage/bulk', 4, [...FLEET].sort()],
    ['get /api/v1/device/datausage/id/{id}', 3, ROWS],
    ['get /api/v1/device/id/{id}', 1, ['application/json']],
    ['get /api/v1/device/screentime/bulk', 4, [...FLEET].sort()],
    ['get /api/v1/device/screentime/id/{id}', 3, ROWS],
  ]);
});

it('has the days of each operation: over all devices they are required where no changes are asked for', () => {
  const days = original().map(([path, { parameters }]) => [
    path,
    ...parameters!
      .filter(({ name }) => name.endsWith('date'))
      .map(({ name, required }) => `${name} ${required}`),
  ]);
  const optional = ['startdate false', 'enddate false'];
  expect(days.filter(([, first]) => first !== undefined).sort()).toEqual([
    ['get /api/v1/device-location/bulk', ...optional],
    ['get /api/v1/device-location/id/{id}', ...optional],
    ['get /api/v1/device/datausage/bulk', ...optional],
    ['get /api/v1/device/datausage/id/{id}', ...optional],
    ['get /api/v1/device/screentime/bulk', ...optional],
    ['get /api/v1/device/screentime/id/{id}', ...optional],
  ]);
});

it('lists the fields of each operation, those on request too', () => {
  for (const [path, operation] of original()) {
    const { schema } = contentOf(operation)['application/json']!;
    const name = (schema.items?.$ref ?? schema.$ref!).replace('#/components/schemas/', '');
    const fields = operation.parameters!.find((parameter) => parameter.name === 'fields') as unknown;
    expect({ path, fields }).toMatchObject({
      path,
      fields: { schema: { items: { enum: Object.keys(customer.components.schemas[name]!.properties!) } } },
    });
  }
});

it('shows a line of NDJSON that is an item', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const [path, operation] of arrays()) {
    const check = ajv.compile({
      components: customer.components,
      $ref: `#/components/schemas/${itemOf(operation)}`,
    });
    const example = contentOf(operation)['application/x-ndjson']!.example as string;
    expect(example.endsWith('}\n')).toBe(true);
    expect({ path, fits: check(JSON.parse(example)), errors: check.errors }).toEqual({
      path,
      fits: true,
      errors: null,
    });
  }
});

it('shows two lines of CSV: the fields without those on request, and the values of the same item', () => {
  for (const [path, operation] of arrays()) {
    const { 'text/csv': csv, 'application/x-ndjson': ndjson } = contentOf(operation);
    const item = JSON.parse(ndjson!.example as string) as Record<string, unknown>;
    const { names, lines } = readCsv(csv!.example as string);
    const required = customer.components.schemas[itemOf(operation)]!.required!;
    const cells = Object.values(item).map((value) =>
      typeof value === 'string' ? value : JSON.stringify(value),
    );
    expect({ path, names, lines }).toEqual({ path, names: required, lines: [cells] });
  }
});

it('documents the headers of every answer of these operations', () => {
  for (const [path, { responses }] of operations(customer)) {
    for (const [status, { headers = {} }] of Object.entries(responses))
      expect({ path, status, varies: 'Vary' in headers }).toEqual({ path, status, varies: true });
    const names = Object.keys(responses['200']!.headers!);
    expect(names).toContain('Content-Encoding');
    const isArray = Object.keys(responses['200']!.content!).length > 1;
    expect({ path, isFile: names.includes('Content-Disposition') }).toEqual({ path, isFile: isArray });
  }
});
