import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { PROJECT_FOLDER } from '../../src/config/config.js';
import { customerDocument, sorted } from '../../src/openapi/openapi-document.js';
import { ERROR_KINDS } from '../../src/http/api-error.js';
import { aFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { TestApp } from '../kit/app/test-app.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { decoded } from '../kit/http/encodings.js';
import { OBJECTS, TABLES, type FieldTable } from '../kit/specification/field-tables.js';
import {
  type Document,
  type Operation,
  responsesOf,
  documentsOf,
  fieldsOf,
  operations,
  parametersOf,
} from '../kit/specification/openapi.js';
import { ALTERNATES, documentedPath, PATH_FORMS } from '../kit/specification/specification.js';
import { FEED_ROUTES } from '../kit/sync/feed-routes.js';

/** The scopes of the operations in the document by path. `/api/v1/enterprise` needs none. */
const SCOPES: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(PATH_FORMS.map((form) => [documentedPath(form), form.scope])),
  ...Object.fromEntries(FEED_ROUTES.map(({ path, scope }) => [path, scope])),
  '/api/v1/enterprise': undefined,
  '/api/v1/device/datausage/summary': 'device:GetDataUsage',
  '/api/v1/device/screentime/summary': 'device:GetScreenTime',
  '/api/v1/device-location/latest': 'device:GetLocation',
};

const app = appWith(aFleet(), { RATE_LIMIT: undefined }); // the document states the limits
let customer: Document;
let internal: Document;
beforeAll(() => ({ customer, internal } = documentsOf(app)));

const documents = (): readonly Document[] => [customer, internal];
const operationsOfBoth = () =>
  documents().flatMap((document) =>
    operations(document).map(([name, operation]) => ({ name, document, operation })),
  );
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
  it.each([...DOCUMENTS, '/docs/swagger-ui-bundle.js'])(
    'respond with 304 when the ETag matches: %s',
    async (path) => {
      const { headers } = await app.anonymous.get(path);
      const tag = String(headers.etag);
      const again = await app.anonymous.get(path, { 'if-none-match': tag });
      expect([again.status, again.body, again.headers.etag]).toEqual([304, '', tag]);
      expect((await app.anonymous.get(path, { 'if-none-match': '"another"' })).status).toBe(200);
    },
  );

  it.each(['swagger-ui-bundle.js', 'swagger-ui.css'])(
    'serve %s from the copy that the build compressed',
    async (name) => {
      const packed = await app.anonymous.get(`/docs/${name}`, { 'accept-encoding': 'br' });
      const { bytes } = await app.anonymous.get(`/docs/${name}`, { 'accept-encoding': 'identity' });
      expect(packed.headers['content-encoding']).toBe('br');
      expect(packed.bytes).toEqual(readFileSync(join(PROJECT_FOLDER, `dist/portal/documents/${name}.br`)));
      expect(decoded(packed)).toEqual(bytes);
    },
  );

  it('separate the internal routes from the customer routes', async () => {
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

it('The documents state version 3.1.0, and use no keyword of OpenAPI 3.0', () => {
  for (const document of documents()) {
    expect(document.openapi).toBe('3.1.0');
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  }
});

it('Every placeholder of a path is a required parameter', () => {
  for (const { name, document, operation } of operationsOfBoth()) {
    const inPath = parametersOf(document, operation).filter((parameter) => parameter.in === 'path');
    const placeholders = Array.from(name.matchAll(/\{(\w+)\}/g), ([, placeholder]) => [placeholder, true]);
    const declared = inPath.map((parameter) => [parameter.name, parameter.required]);
    expect({ name, declared }).toEqual({ name, declared: placeholders });
  }
});

/** The type of the snapshot describes the fields of a change. */
const isInSnapshotToo = (name: string): boolean => /Change\.(?!deleted)/.test(name);

describe('The document for customers', () => {
  const descriptionOf = (field: string): string =>
    Object.fromEntries(fieldsOf(customer))[field]!.description!;

  it('has one operation for each path of the contract that is no alternate, and no other', () => {
    expect(Object.keys(customer.paths).sort()).toEqual(Object.keys(SCOPES).sort());
    const ids = operations(customer).map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(Object.keys(SCOPES).length);
  });

  it('names every alternate path in the description of its operation', () => {
    const named = operations(customer).flatMap(([name, { description }]) =>
      [...description.matchAll(/Deprecated path with the same response: `([^`]+)`\./g)].map(
        ([, path = '']) => [path.replace('{id}', ':id'), name.slice(4)],
      ),
    );
    expect(named.sort()).toEqual(ALTERNATES.map((form) => [form.path, documentedPath(form)]).sort());
    expect(customer.paths['/api/v1/device']!.get!.description).toContain('`/api/v1/device/`');
  });

  it('names the scope of every operation, and both headers as security schemes only', () => {
    for (const [name, operation] of operations(customer)) {
      expect(operation['x-required-scope']).toBe(SCOPES[name.slice(4)]);
      expect(operation.security).toBeUndefined(); // that of the document applies
      const names = parametersOf(customer, operation).map((parameter) => parameter.name);
      expect(names).not.toContain('x-enterprise-id');
    }
    expect(customer.security).toEqual([{ apiKey: [], enterpriseId: [] }]);
    expect(customer.components.securitySchemes).toMatchObject({
      apiKey: { type: 'http', scheme: 'bearer' },
      enterpriseId: { type: 'apiKey', in: 'header', name: 'x-enterprise-id' },
    });
  });

  it('has at most 90,000 bytes, in which no parameter, response or header is written twice', () => {
    expect(Buffer.byteLength(JSON.stringify(customer))).toBeLessThanOrEqual(90_000);
    for (const kind of ['parameters', 'responses'] as const) {
      const inPlace = operations(customer)
        .flatMap(([, { [kind]: parts = {} }]) => Object.values(parts as object) as object[])
        .filter((part) => !('$ref' in part));
      const written = [...inPlace, ...Object.values<object>(customer.components[kind]!)].map((part) =>
        JSON.stringify(part),
      );
      expect(new Set(written).size).toBe(written.length);
    }
    for (const [, operation] of operations(customer))
      for (const { headers = {} } of Object.values(responsesOf(customer, operation)))
        for (const header of Object.values(headers)) expect(header).toHaveProperty('$ref');
  });

  it('describes every operation, parameter, response and field', () => {
    for (const { name, document, operation } of operationsOfBoth()) {
      const { summary, description, tags } = operation;
      const responses = Object.values(responsesOf(document, operation)).map(
        (response) => response.description,
      );
      const missing = [summary, description, ...tags, ...responses].filter((text) => !text);
      expect({ name, missing }).toEqual({ name, missing: [] });
      expect(tags).toHaveLength(1);
      for (const parameter of parametersOf(document, operation)) {
        expect(parameter).toMatchObject({ description: expect.any(String) as string });
        const { enum: values, items } = parameter.schema;
        if (!values && !(items && 'enum' in items)) expect(parameter).toHaveProperty('example');
      }
    }
    const missing = fieldsOfBoth()
      .filter(([name]) => !isInSnapshotToo(name))
      .filter(([, { description = '' }]) => !/^.{3,}[.;]$/s.test(description));
    expect(missing).toEqual([]);
  });

  it('has an example of the right type for every field that is no object', () => {
    for (const [name, schema] of fieldsOfBoth()) {
      if (schema.$ref !== undefined || schema.allOf || schema.anyOf || schema.items?.$ref !== undefined)
        continue;
      if (/Changes?\./.test(name)) continue; // the document is small
      const example = schema.example !== undefined;
      const fits = ajv.validate(schema, schema.example);
      expect({ name, example, fits }).toEqual({ name, example: true, fits: true });
    }
  });

  it('declares integers above 32 bits as int64 with their maximum, and no others', () => {
    const large = fieldsOf(customer).filter(([, { format }]) => format === 'int64');
    for (const [name, { maximum }] of large)
      expect({ name, maximum }).toEqual({
        name,
        maximum: isInSnapshotToo(name) ? undefined : 2 ** 53 - 1,
      });
    const names =
      'DataUsage.id DataUsage.mobile DataUsage.wifi ScreenTime.id Application.ID Application.versionCode BulkLocation.id';
    const ofChanges = names.replace('Bulk', '').replaceAll('.', 'Change.');
    expect(large.map(([name]) => name).sort()).toEqual(
      `${names} ${ofChanges} LatestLocation.id`.split(' ').sort(),
    );
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
    await using limited = await TestApp.start(env);
    const [section = ''] = documentsOf(limited).customer.info.description.split('## Limits')[1]!.split('## ');
    const rows = [...section.matchAll(/^\| .*\| (.*) \|$/gm)];
    expect(rows.slice(1).map(([, limit]) => limit)).toEqual(limits);
  });

  it('names units if the specification has none', () => {
    for (const [unit, ...fields] of [
      ['bytes', 'DataUsage.mobile', 'DataUsage.wifi'],
      ['milliseconds', 'ScreenTime.screentime'],
      ['meters', 'DeviceLocation.accuracy', 'DeviceLocation.altitude', 'LastLocation.accuracy'],
      ['gigabytes', 'DeviceDetail.remaining_storage', 'DeviceDetail.storage_capacity'],
      ['percent', 'DeviceDetail.remaining_battery'],
    ])
      for (const field of fields) expect(descriptionOf(field)).toContain(unit);
  });

  it('does not restrict fields to their known values, as docs/contract.md, 2.5 requires', () => {
    const knownValues = {
      'DeviceDetail.status': 'PROVISIONING, ACTIVE, DISABLED, LOST',
      'DeviceDetail.management_mode': 'BYOD, FULLY_MANAGED, COPE, DEDICATED',
      'DeviceDetail.battery_health': 'GOOD, OVERHEAT, DEAD, OVER_VOLTAGE, UNSPECIFIED_FAILURE, COLD, UNKNOWN',
      'BulkLocation.provider': 'gps, network, fused, passive',
    };
    for (const [field, values] of Object.entries(knownValues))
      expect(descriptionOf(field)).toContain(`${values}. Accept other values.`);
    const { Problem, ...others } = customer.components.schemas;
    expect(JSON.stringify(others)).not.toContain('"enum"');
    expect(Problem!.properties!.code!.anyOf).toContainEqual({ type: 'string' });
  });
});

// docs/contract.md, 2.10 and 2.11
describe('Days, fields and formats in the document', () => {
  const ROW_FORMATS = ['json', 'ndjson', 'csv'];
  const ALL_FORMATS = [...ROW_FORMATS, 'parquet'];
  const nameIn = (reference = ''): string => reference.replace('#/components/schemas/', '');
  const parametersByName = (operation: Operation) =>
    Object.fromEntries(parametersOf(customer, operation).map((parameter) => [parameter.name, parameter]));

  it('lists the formats of each operation at their parameter, and describes the response as JSON', () => {
    const documented = operations(customer).map(([path, operation]) => {
      const format = parametersByName(operation).format!;
      const formats = format.schema.enum!;
      for (const name of formats.slice(1)) expect(format.description).toContain(`\`${name}\`: `);
      expect(Object.keys(responsesOf(customer, operation)['200']!.content!)).toEqual(['application/json']);
      return [path, formats];
    });
    expect(documented.sort()).toEqual([
      ['get /api/v1/device', ALL_FORMATS],
      ['get /api/v1/device-location/bulk', ALL_FORMATS],
      ['get /api/v1/device-location/changes', ALL_FORMATS],
      ['get /api/v1/device-location/id/{id}', ROW_FORMATS],
      ['get /api/v1/device-location/latest', ALL_FORMATS],
      ['get /api/v1/device/app/bulk', ALL_FORMATS],
      ['get /api/v1/device/app/changes', ALL_FORMATS],
      ['get /api/v1/device/app/id/{id}', ROW_FORMATS],
      ['get /api/v1/device/changes', ALL_FORMATS],
      ['get /api/v1/device/datausage/bulk', ALL_FORMATS],
      ['get /api/v1/device/datausage/changes', ALL_FORMATS],
      ['get /api/v1/device/datausage/id/{id}', ROW_FORMATS],
      ['get /api/v1/device/datausage/summary', ['json']],
      ['get /api/v1/device/id/{id}', ['json']],
      ['get /api/v1/device/screentime/bulk', ALL_FORMATS],
      ['get /api/v1/device/screentime/changes', ALL_FORMATS],
      ['get /api/v1/device/screentime/id/{id}', ROW_FORMATS],
      ['get /api/v1/device/screentime/summary', ['json']],
      ['get /api/v1/enterprise', ['json']],
    ]);
  });

  it('lists the days of each operation, which bulk operations and summaries require', () => {
    const withDays = operations(customer).flatMap(([path, operation]) => {
      const days = parametersOf(customer, operation).filter(({ name }) => name.endsWith('date'));
      return days.length === 0 ? [] : [[path, ...days.map(({ name, required }) => `${name} ${required}`)]];
    });
    const expected = ['device-location', 'device/datausage', 'device/screentime'].flatMap((kind) => [
      [`get /api/v1/${kind}/bulk`, 'startdate true', 'enddate true'],
      [`get /api/v1/${kind}/id/{id}`, 'startdate false', 'enddate false'],
      ...(kind === 'device-location'
        ? []
        : [[`get /api/v1/${kind}/summary`, 'startdate true', 'enddate true']]),
    ]);
    expect(withDays.sort()).toEqual(expected.sort());
  });

  it('lists the fields of each operation, including those on request', () => {
    for (const [path, operation] of operations(customer)) {
      if (/\/(summary|enterprise)$/.test(path)) continue;
      const { schema } = responsesOf(customer, operation)['200']!.content!['application/json']!;
      const { items: ofPage } = customer.components.schemas[nameIn(schema.$ref)]?.properties ?? {};
      const { $ref } = schema.items ?? ofPage?.items ?? schema;
      const { properties } = customer.components.schemas[nameIn($ref)]!;
      const { fields } = parametersByName(operation);
      const items = { enum: Object.keys(properties!) };
      expect({ path, fields }).toMatchObject({ path, fields: { schema: { items } } });
    }
  });

  it('documents the headers of each status, and names those of all responses in its text', () => {
    const OF_STATUS: Readonly<Record<string, readonly string[]>> = {
      304: ['ETag'],
      401: ['WWW-Authenticate'],
      403: ['WWW-Authenticate'],
      429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
      503: ['Retry-After'],
    };
    for (const name of ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'X-Key-Expires-At'])
      expect(customer.info.description).toContain(`\`${name}\``);
    for (const [path, operation] of operations(customer)) {
      const isFeed = 'since' in parametersByName(operation);
      for (const [status, { headers = {} }] of Object.entries(responsesOf(customer, operation))) {
        const names = Object.keys(headers);
        const expected = status === '200' && isFeed ? ['ETag', 'X-Sync-Token', 'Link'] : OF_STATUS[status];
        if (status !== '200' || isFeed)
          expect({ path, status, names }).toEqual({ path, status, names: expected ?? [] });
      }
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
    ['LatestLocation', { ...TABLES.bulkLocation, device_id: 'string' }],
  ];
  const identifiers = ['id', 'ID'];

  const onRequest: Readonly<Record<string, string[]>> = {
    DataUsage: ['day'],
    ScreenTime: ['day'],
    BulkLocation: ['device_id', 'altitude', 'geofence_id'],
    LatestLocation: ['altitude', 'geofence_id'],
  };

  it.each(tables)('%s has the fields of its table in their order, all of them required', (name, table) => {
    const schema = customer.components.schemas[name]!;
    expect(Object.keys(schema.properties!)).toEqual([...Object.keys(table), ...(onRequest[name] ?? [])]);
    expect(schema.required).toEqual(Object.keys(table));
  });

  it.each(FEED_ROUTES)('$path has pages of items that require only the identifiers and deleted', (route) => {
    const responses = responsesOf(customer, customer.paths[route.path]!.get!);
    const { schema } = responses['200']!.content!['application/json']!;
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
        const isObject = (allOf ?? anyOf ?? $ref) !== undefined;
        const nullable = anyOf !== undefined;
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
        ...(/(?:bulk|changes|\/device)$/.test(name) ? ['304'] : []),
        ...(name.endsWith('changes') ? ['410'] : []),
      ];
      const statuses = Object.keys(responses).sort();
      expect({ name, statuses }).toEqual({ name, statuses: [...everywhere, ...more].sort() });
    }
  });

  it('every error response is a problem document whose examples have its status', () => {
    for (const document of documents()) {
      for (const [name, operation] of operations(document)) {
        for (const [status, { content }] of Object.entries(responsesOf(document, operation))) {
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

  it('lists the codes that customers can get, with the examples of the operations', () => {
    const [knownCodes] = customer.components.schemas.Problem!.properties!.code!.anyOf!;
    const anyRequest = ['not_found', 'method_not_allowed', 'request_timeout', 'headers_too_large'];
    expect(knownCodes).toEqual({
      type: 'string',
      enum: [...Object.keys(customer.components.examples), ...anyRequest],
    });
  });

  it('every example is a problem that the service produces', () => {
    for (const { components } of documents()) {
      const check = ajv.compile({ components, $ref: '#/components/schemas/Problem' });
      for (const [code, { value }] of Object.entries(components.examples)) {
        expect({ code, fits: check(value) }).toEqual({ code, fits: true });
        const { status, title } = ERROR_KINDS[code as keyof typeof ERROR_KINDS];
        expect(value).toMatchObject({
          code,
          status,
          title,
          type: `https://api.example.com/docs/errors/${code}`,
        });
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
  ])(
    'the example of %s in the %s document matches the response',
    async (code, of, status, clientOf, path) => {
      const example = documentsOf(app)[of].components.examples[code]?.value;
      const ofRequest = { type: '', instance: '', request_id: '' };
      const problem = await clientOf().problem(path, status, code);
      expect({ ...problem, ...ofRequest }).toEqual({ ...example, ...ofRequest });
    },
  );
});
