import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { customerDocument, sorted } from '../../src/openapi/openapi-document.js';
import { ERROR_KINDS } from '../../src/http/api-error.js';
import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { createTestApp } from '../kit/app/create-test-app.js';
import { readCsv } from '../kit/formats/csv.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { decoded } from '../kit/http/encodings.js';
import { OBJECTS, TABLES, type FieldTable } from '../kit/specification/field-tables.js';
import {
  type Document,
  type Json,
  type Operation,
  documentsOf,
  fieldsOf,
  operations,
} from '../kit/specification/openapi.js';
import { PATH_FORMS } from '../kit/specification/specification.js';
import { FEED_ROUTES } from '../kit/sync/feed-routes.js';

const app = appWith(aFleet(), { RATE_LIMIT: undefined }); // the document states the limits
let customer: Document;
let internal: Document;
beforeAll(() => ({ customer, internal } = documentsOf(app)));

const ROUTES = [...PATH_FORMS, ...FEED_ROUTES];

const documents = (): readonly Document[] => [customer, internal];
const operationsOfBoth = () => documents().flatMap(operations);
const fieldsOfBoth = () => documents().flatMap(fieldsOf);
const ajv = new Ajv2020({ strict: false, validateFormats: false });

describe('The served documents', () => {
  it('openapi.json matches the code', () => {
    const file = readFileSync(join(__dirname, '../../../openapi.json'), 'utf8');
    expect(file).toBe(`${JSON.stringify(sorted(customer), undefined, 2)}\n`);
  });

  it('name the public address', async () => {
    const served = await app.anonymous.object('/docs/openapi.json');
    expect(served).toEqual(customerDocument(app.nest, app.config.publicUrl));
    expect(served.servers).toEqual([{ url: app.config.publicUrl }]);
  });

  it.each(['/docs', '/internal/docs'])('are equal at %s as JSON, as YAML and compressed', async (at) => {
    const json = await app.anonymous.get(`${at}/openapi.json`);
    const yaml = await app.anonymous.get(`${at}/openapi.yaml`);
    const packed = await app.anonymous.get(`${at}/openapi.json`, { 'accept-encoding': 'gzip' });
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8');
    expect(parse(yaml.body)).toEqual(JSON.parse(json.body));
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(decoded(packed).toString()).toBe(json.body);
  });

  const DOCUMENTS = ['/docs', '/internal/docs'].flatMap((at) => [`${at}/openapi.json`, `${at}/openapi.yaml`]);
  it.each([...DOCUMENTS, '/docs/swagger-ui-bundle.js'])('are not sent twice: %s', async (path) => {
    const { headers } = await app.anonymous.get(path);
    const tag = String(headers.etag);
    const again = await app.anonymous.get(path, { 'if-none-match': tag });
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', tag]);
    expect((await app.anonymous.get(path, { 'if-none-match': '"another"' })).status).toBe(200);
  });

  it('keep the internal routes apart', async () => {
    const text = JSON.stringify(await app.anonymous.object('/docs/openapi.json'));
    expect(text).not.toMatch(/internal\/|portal\/api|ADMIN_TOKEN|api_key_not_found|application_exists/);
    const paths = Object.keys((await app.anonymous.object('/internal/docs/openapi.json')).paths as object);
    expect(paths.filter((path) => !/^\/(internal\/v1|portal\/api)\//.test(path))).toEqual([]);
  });

  it.each(['/docs', '/docs/', '/internal/docs', '/internal/docs/'])('have a page at %s', async (path) => {
    const { status, headers, body } = await app.anonymous.get(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    const assets = [...body.matchAll(/(?:href|src)="([\w.-]+)"/g)].map(([, name]) => name!);
    expect(assets).toContain('swagger-ui-bundle.js');
    const folder = path.replace(/\/?$/, '/');
    for (const name of assets) expect((await app.anonymous.get(folder + name)).status).toBe(200);
  });

  it('have no other files', async () => {
    for (const path of ['/docs/package.json', '/docs/..%2fpackage.json', '/docs/constructor'])
      await app.anonymous.problem(path, 404, 'not_found');
  });
});

it('As OpenAPI 3.1 state the version, and use no keyword of 3.0', () => {
  for (const document of documents()) {
    expect(document.openapi).toBe('3.1.0');
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  }
});

describe('The document for customers', () => {
  const said = (field: string): string => Object.fromEntries(fieldsOf(customer))[field]!.description!;

  it('has every path of the specification and every feed, and no other', () => {
    const paths = ROUTES.map(({ path }) => path.replace(':id', '{id}'));
    expect(Object.keys(customer.paths).sort()).toEqual(paths.sort());
  });

  it('points every alternate form to the path in the table of the specification', () => {
    const aliases: Record<string, string> = {};
    for (const [name, operation] of operations(customer)) {
      const { 'x-alias-of': original, deprecated = false, description, responses } = operation;
      expect({ name, deprecated }).toEqual({ name, deprecated: original !== undefined });
      if (original === undefined) continue;
      aliases[name.slice(4)] = original;
      expect(description).toMatch(/^Deprecated alias of `GET [^`]+`\. The response is identical\.$/);
      expect(responses).toEqual(customer.paths[original]!.get!.responses);
    }
    expect(aliases).toEqual({
      '/device/': '/api/v1/device/',
      '/device/{id}': '/api/v1/device/id/{id}',
      '/device/{id}/datausage': '/api/v1/device/datausage/id/{id}',
      '/device/api/v1/device/datausage/id/{id}': '/api/v1/device/datausage/id/{id}',
    });
  });

  it('names the scope and both headers of every operation', () => {
    for (const [name, operation] of operations(customer)) {
      const form = ROUTES.find(({ path }) => `get ${path.replace(':id', '{id}')}` === name)!;
      expect(operation['x-required-scope']).toBe(form.scope);
      expect(operation.security).toEqual([{ apiKey: [], enterpriseId: [] }]);
      const header = operation.parameters!.find((parameter) => parameter.name === 'x-enterprise-id');
      expect(header).toMatchObject({ in: 'header', required: true, example: 'havelwerk-logistik' });
    }
    expect(customer.components.securitySchemes).toMatchObject({
      apiKey: { type: 'http', scheme: 'bearer' },
      enterpriseId: { type: 'apiKey', in: 'header', name: 'x-enterprise-id' },
    });
  });

  it('describes every operation, parameter, response and field', () => {
    for (const [name, { summary, description, tags, parameters = [], responses }] of operationsOfBoth()) {
      const answers = Object.values(responses).map((answer) => answer.description);
      const unsaid = [summary, description, ...tags, ...answers].filter((text) => !text);
      expect({ name, unsaid }).toEqual({ name, unsaid: [] });
      expect(tags).toHaveLength(1);
      for (const parameter of parameters) {
        expect(parameter).toMatchObject({ description: expect.any(String) as string });
        expect(parameter).toHaveProperty('example');
      }
    }
    const unsaid = fieldsOfBoth().filter(([, { description = '' }]) => !/^.{3,}[.;]$/s.test(description));
    expect(unsaid).toEqual([]);
  });

  it('has an example of the right type for every field that is no object', () => {
    for (const [name, schema] of fieldsOfBoth()) {
      if (schema.$ref !== undefined || schema.allOf || schema.anyOf || schema.items?.$ref !== undefined)
        continue;
      const [example, fits] = [schema.example !== undefined, ajv.validate(schema, schema.example)];
      expect({ name, example, fits }).toEqual({ name, example: true, fits: true });
    }
  });

  it('declares integers above 32 bits as int64 with their maximum, and no others', () => {
    const large = fieldsOf(customer).filter(([, { format }]) => format === 'int64');
    for (const [, { maximum }] of large) expect(maximum).toBe(2 ** 53 - 1);
    const names =
      'DataUsage.id DataUsage.mobile DataUsage.wifi ScreenTime.id Application.ID Application.versionCode BulkLocation.id';
    const ofChanges = names.replace('Bulk', '').replaceAll('.', 'Change.');
    expect(large.map(([name]) => name).sort()).toEqual(`${names} ${ofChanges}`.split(' ').sort());
  });

  it('contains the contact, the license, the tags and the changelog', async () => {
    const { version, contact, license, description } = customer.info;
    expect(contact).toMatchObject({ name: expect.stringContaining('administrator') as string });
    expect(license).toEqual({ name: 'Proprietary', identifier: 'LicenseRef-Proprietary' });
    for (const { tags, paths } of documents()) {
      const used = Object.values(paths).flatMap((path) => Object.values(path).flatMap((each) => each.tags));
      expect(tags.filter((tag) => tag.description === '')).toEqual([]);
      expect(new Set(tags.map(({ name }) => name))).toEqual(new Set(used));
    }
    const sections = [...description.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect(sections).toEqual(['Guides', 'Limits', 'Errors and retries', 'Versions and changes']);
    expect(description).toContain('(/docs/CHANGELOG.md)');
    const { status, headers, body } = await app.anonymous.get('/docs/CHANGELOG.md');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(/^## (\S+)/m.exec(body)![1]).toBe(version);
  });

  it.each([
    [{ RATE_LIMIT: 'off' }, ['none', 'none', 'none', '366']],
    [
      { RATE_LIMIT: '7/9s', RATE_LIMIT_BULK: '5/6s', LOCATION_BULK_MAX_DAYS: '31' },
      ['7 in 9 seconds', '5 in 6 seconds, 4 at the same time', '30 in 60 seconds', '31'],
    ],
  ])('contains the limits of this service: %j', async (env, limits) => {
    const limited = await createTestApp(env);
    const [section = ''] = documentsOf(limited).customer.info.description.split('## Limits')[1]!.split('## ');
    const rows = [...section.matchAll(/^\| .*\| (.*) \|$/gm)];
    expect(rows.slice(1).map(([, limit]) => limit)).toEqual(limits);
    await limited.close();
  });

  it('names units if the specification has none', () => {
    for (const [unit, ...fields] of [
      ['bytes', 'DataUsage.mobile', 'DataUsage.wifi'],
      ['milliseconds', 'ScreenTime.screentime'],
      ['meters', 'DeviceLocation.accuracy', 'DeviceLocation.altitude', 'LastLocation.accuracy'],
      ['gigabytes', 'DeviceDetail.remaining_storage', 'DeviceDetail.storage_capacity'],
      ['percent', 'DeviceDetail.remaining_battery'],
    ])
      for (const field of fields) expect(said(field)).toContain(unit);
  });

  it('leaves sets of known values open, as docs/contract.md, 2.5 requires', () => {
    const known = {
      'DeviceDetail.status': 'PROVISIONING, ACTIVE, DISABLED, LOST, DELETED',
      'DeviceDetail.management_mode': 'BYOD, FULLY_MANAGED, COPE, DEDICATED',
      'DeviceDetail.battery_health': 'GOOD, OVERHEAT, DEAD, OVER_VOLTAGE, UNSPECIFIED_FAILURE, COLD, UNKNOWN',
      'BulkLocation.provider': 'gps, network, fused, passive',
    };
    for (const [field, values] of Object.entries(known))
      expect(said(field)).toContain(`${values}. Accept other values.`);
    expect(JSON.stringify(customer.components.schemas)).not.toContain('"enum"');
  });
});

// docs/contract.md, 2.10 and 2.11
describe('Days, fields and formats in the document', () => {
  const ROWS = ['application/json', 'application/x-ndjson', 'text/csv'];
  const FLEET = [...ROWS, 'application/vnd.apache.parquet'].sort();

  const originals = () => operations(customer).filter(([, { 'x-alias-of': original }]) => !original);
  const contentOf = ({ responses }: Operation) => responses['200']!.content!;
  const nameIn = (reference = ''): string => reference.replace('#/components/schemas/', '');
  const arrays = () =>
    originals().flatMap(([path, operation]) => {
      const { items } = contentOf(operation)['application/json']!.schema;
      return items ? [{ path, content: contentOf(operation), item: nameIn(items.$ref) }] : [];
    });

  it('lists the formats of each operation, their parameters and their responses', () => {
    const documented = originals().map(([path, operation]) => {
      const format = operation.parameters!.find(({ name }) => name === 'format') as unknown;
      const { enum: formats } = (format as { schema: { enum: string[] } }).schema;
      return [path, formats.length, Object.keys(contentOf(operation)).sort()];
    });
    expect(documented.sort()).toEqual([
      ['get /api/v1/device-location/bulk', 4, FLEET],
      ['get /api/v1/device-location/changes', 4, FLEET],
      ['get /api/v1/device-location/id/{id}', 3, ROWS],
      ['get /api/v1/device/', 4, FLEET],
      ['get /api/v1/device/app/bulk', 4, FLEET],
      ['get /api/v1/device/app/changes', 4, FLEET],
      ['get /api/v1/device/app/id/{id}', 3, ROWS],
      ['get /api/v1/device/changes', 4, FLEET],
      ['get /api/v1/device/datausage/bulk', 4, FLEET],
      ['get /api/v1/device/datausage/changes', 4, FLEET],
      ['get /api/v1/device/datausage/id/{id}', 3, ROWS],
      ['get /api/v1/device/id/{id}', 1, ['application/json']],
      ['get /api/v1/device/screentime/bulk', 4, FLEET],
      ['get /api/v1/device/screentime/changes', 4, FLEET],
      ['get /api/v1/device/screentime/id/{id}', 3, ROWS],
    ]);
  });

  it('lists the days of each operation, and requires them of the bulk routes', () => {
    const withDays = originals().flatMap(([path, { parameters = [] }]) => {
      const days = parameters.filter(({ name }) => name.endsWith('date'));
      return days.length === 0 ? [] : [[path, ...days.map(({ name, required }) => `${name} ${required}`)]];
    });
    const paths = ['device-location', 'device/datausage', 'device/screentime'].flatMap((kind) =>
      ['bulk', 'id/{id}'].map((of) => `get /api/v1/${kind}/${of}`),
    );
    expect(withDays.sort()).toEqual(
      paths.map((path) => {
        const isRequired = path.endsWith('bulk');
        return [path, `startdate ${isRequired}`, `enddate ${isRequired}`];
      }),
    );
  });

  it('lists the fields of each operation, including those on request', () => {
    for (const [path, operation] of originals()) {
      const { schema } = contentOf(operation)['application/json']!;
      const { items: ofPage } = customer.components.schemas[nameIn(schema.$ref)]?.properties ?? {};
      const { $ref } = schema.items ?? ofPage?.items ?? schema;
      const { properties } = customer.components.schemas[nameIn($ref)]!;
      const fields = operation.parameters!.find((parameter) => parameter.name === 'fields') as unknown;
      const items = { enum: Object.keys(properties!) };
      expect({ path, fields }).toMatchObject({ path, fields: { schema: { items } } });
    }
  });

  it('shows a line of NDJSON that is a valid item', () => {
    for (const { path, content, item } of arrays()) {
      const { components } = customer;
      const check = ajv.compile({ components, $ref: `#/components/schemas/${item}` });
      const example = content['application/x-ndjson']!.example as string;
      expect(example.endsWith('}\n')).toBe(true);
      check(JSON.parse(example));
      expect({ path, errors: check.errors }).toEqual({ path, errors: null });
    }
  });

  it('shows two lines of CSV with the default fields and the values of the same item', () => {
    for (const { path, content, item } of arrays()) {
      const record = JSON.parse(content['application/x-ndjson']!.example as string) as Json;
      const { names, lines } = readCsv(content['text/csv']!.example as string);
      const { required } = customer.components.schemas[item]!;
      const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
      const cells = Object.values(record).map(textOf);
      expect({ path, names, lines }).toEqual({ path, names: required, lines: [cells] });
    }
  });

  it('documents the headers of every response of these operations', () => {
    for (const [path, { responses }] of operations(customer)) {
      for (const [status, { headers = {} }] of Object.entries(responses)) {
        const names = Object.keys(headers);
        const common = ['X-Request-Id', 'Cache-Control', 'Vary'].filter((name) => !names.includes(name));
        expect({ path, status, missing: common }).toEqual({ path, status, missing: [] });
      }
      const { headers = {}, content = {} } = responses['200']!;
      expect(headers).toHaveProperty('Content-Encoding');
      const [isFile, isArray] = ['Content-Disposition' in headers, Object.keys(content).length > 1];
      expect({ path, isFile }).toEqual({ path, isFile: isArray });
    }
  });
});

describe('Fields and nullability', () => {
  const tables: readonly [schema: string, table: FieldTable][] = [
    ['DeviceListItem', TABLES.listItem],
    ['DeviceDetail', TABLES.detail],
    ['LastLocation', OBJECTS.lastLocation],
    ['Manifest', OBJECTS.manifest],
    ['DeviceInfo', OBJECTS.listInfo],
    ['DeviceInfoDetail', OBJECTS.detailInfo],
    ['DataUsage', TABLES.datausage],
    ['ScreenTime', TABLES.screentime],
    ['Application', TABLES.application],
    ['DeviceLocation', TABLES.location],
    ['BulkLocation', TABLES.bulkLocation],
  ];
  const identifiers = ['id', 'ID'];

  const onRequest: Readonly<Record<string, string[]>> = {
    DataUsage: ['day'],
    ScreenTime: ['day'],
    BulkLocation: ['device_id', 'altitude', 'geofence_id'],
  };

  it.each(tables)('%s has the fields of its table in their order, all of them required', (name, table) => {
    const schema = customer.components.schemas[name]!;
    expect(Object.keys(schema.properties!)).toEqual([...Object.keys(table), ...(onRequest[name] ?? [])]);
    expect(schema.required).toEqual(Object.keys(table));
  });

  it.each(FEED_ROUTES)('$path has pages of items that require only the identifiers and deleted', (route) => {
    const { schema } = customer.paths[route.path]!.get!.responses['200']!.content!['application/json']!;
    const page = customer.components.schemas[schema.$ref!.split('/').at(-1)!]!;
    expect(page.required!.toSorted()).toEqual(['has_more', 'items', 'next', 'sync_token']);
    const item = customer.components.schemas[page.properties!.items!.items!.$ref!.split('/').at(-1)!]!;
    const onRequest: Readonly<Record<string, string[] | undefined>> = {
      datausage: ['day'],
      screentime: ['day'],
      locations: ['altitude', 'geofence_id'],
    };
    const names = [...Object.keys(route.table), ...(onRequest[route.kind] ?? []), 'deleted'];
    expect(Object.keys(item.properties!).sort()).toEqual(names.sort());
    const required = [route.id, 'device_id', 'deleted'].filter((name) => names.includes(name));
    expect(item.required!.toSorted()).toEqual(required.sort());
    for (const [name, { type, anyOf }] of Object.entries(item.properties!)) {
      const isNullable = anyOf !== undefined || (Array.isArray(type) && type.includes('null'));
      expect({ name, isNullable }).toEqual({ name, isNullable: !required.includes(name) });
    }
  });

  // docs/contract.md, 2.5
  it.each(tables)('%s declares the nullable fields', (name, table) => {
    for (const [field, rule] of Object.entries(table)) {
      const { type, allOf, anyOf, $ref } = customer.components.schemas[name]!.properties![field]!;
      if (typeof rule === 'object') {
        const [isObject, nullable] = [(allOf ?? anyOf ?? $ref) !== undefined, anyOf !== undefined];
        expect([field, isObject, nullable]).toEqual([field, true, field === 'last_location']);
        continue;
      }
      const nullable = Array.isArray(type) && type.includes('null');
      const isNeverNull = ['string', 'array'].includes(rule) || identifiers.includes(field);
      expect({ field, nullable }).toEqual({ field, nullable: !isNeverNull });
    }
  });
});

describe('Errors', () => {
  it('every operation documents the errors of docs/contract.md, 2.6, each with an example', () => {
    const everywhere = ['200', '400', '401', '403', '406', '429', '500', '503'];
    for (const [name, { responses }] of operations(customer)) {
      const more = [
        ...(name.includes('{id}') ? ['404'] : []),
        ...(/(?:bulk|changes|device\/)$/.test(name) ? ['304'] : []),
        ...(name.endsWith('changes') ? ['410'] : []),
      ];
      const statuses = Object.keys(responses).sort();
      expect({ name, statuses }).toEqual({ name, statuses: [...everywhere, ...more].sort() });
    }
  });

  it('every error response is a problem document whose examples have its status', () => {
    for (const document of documents()) {
      for (const [name, { responses }] of operations(document)) {
        for (const [status, { content }] of Object.entries(responses)) {
          if (Number(status) < 400) continue;
          const { schema, examples = {} } = content!['application/problem+json']!;
          expect(schema.$ref).toBe('#/components/schemas/Problem');
          const found = Object.keys(examples).map((code) => document.components.examples[code]!.value);
          expect({ name, found: found.length > 0 }).toEqual({ name, found: true });
          for (const value of found) expect(value.status).toBe(Number(status));
        }
      }
    }
  });

  it('every example is a problem that the service produces', () => {
    for (const { components } of documents()) {
      const check = ajv.compile({ components, $ref: '#/components/schemas/Problem' });
      for (const [code, { value }] of Object.entries(components.examples)) {
        expect({ code, fits: check(value) }).toEqual({ code, fits: true });
        const { status, title } = ERROR_KINDS[code as keyof typeof ERROR_KINDS];
        expect(value).toMatchObject({ code, status, title, type: `urn:customer-device-api:problem:${code}` });
      }
    }
  });

  const LIST = '/api/v1/device/';
  const DEVICE = '/api/v1/device/id/absent';
  const BULK = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=2026-03-29';
  const DAYS = '/api/v1/device-location/bulk?startdate=2026-03-29&enddate=tomorrow&format=xml';
  const INTERNAL = '/internal/v1/api-keys';
  const client = customerOf(app);
  const narrow = customerOf(app, 'acme', ['device:GetList']);
  const wrong = { authorization: 'Bearer wrong' };

  it.each<[string, 'customer' | 'internal', number, () => ApiClient, string]>([
    ['missing_credentials', 'customer', 401, () => app.anonymous, LIST],
    ['invalid_key', 'customer', 401, () => client.with(wrong), LIST],
    ['missing_enterprise', 'customer', 401, () => client.with({ 'x-enterprise-id': undefined }), LIST],
    ['enterprise_mismatch', 'customer', 403, () => client.with({ 'x-enterprise-id': 'globex' }), LIST],
    ['insufficient_scope', 'customer', 403, () => narrow, BULK],
    ['not_acceptable', 'customer', 406, () => client.with({ accept: 'image/png' }), DEVICE],
    ['device_not_found', 'customer', 404, () => client, DEVICE],
    ['invalid_parameter', 'customer', 400, () => client, DAYS],
    ['missing_credentials', 'internal', 401, () => app.anonymous, INTERNAL],
    ['invalid_key', 'internal', 401, () => app.admin('acme').with(wrong), INTERNAL],
    ['enterprise_not_found', 'internal', 404, () => app.admin('globex'), INTERNAL],
  ])('the example of %s in the %s document matches the response', async (code, of, status, from, path) => {
    const example = documentsOf(app)[of].components.examples[code]?.value;
    const ofRequest = { instance: '', request_id: '' };
    const said = await from().problem(path, status, code);
    expect({ ...said, ...ofRequest }).toEqual({ ...example, ...ofRequest });
  });
});
