import { Ajv2020 } from 'ajv/dist/2020.js';
import { ERROR_KINDS } from '../../src/http/errors/api-error.js';
import { appWith } from '../kit/app/app-with.js';
import { OBJECTS, TABLES } from '../kit/specification/field-tables.js';
import { documentsOf, fieldsOf, operations, type Document, type Json } from '../kit/specification/openapi.js';
import { PATH_FORMS } from '../kit/specification/specification.js';

const app = appWith();
const limited = appWith({}, { RATE_LIMIT: '7/9s', RATE_LIMIT_BULK: '5/6s', LOCATION_BULK_MAX_DAYS: '31' });
let customer: Document;
let internal: Document;
beforeAll(() => ({ customer, internal } = documentsOf(app)));

const documents = (): readonly Document[] => [customer, internal];
const operationsOfBoth = () => documents().flatMap(operations);
const fieldsOfBoth = () => documents().flatMap(fieldsOf);
const ajv = new Ajv2020({ strict: false, validateFormats: false });
/** What is said of a field of the customers' document. */
const said = (field: string): string => Object.fromEntries(fieldsOf(customer))[field]!.description!;

describe('To a partner', () => {
  it('every path of the specification is documented, and no other', () => {
    const paths = PATH_FORMS.map(({ path }) => path.replace(':id', '{id}'));
    expect(Object.keys(customer.paths).sort()).toEqual(paths.sort());
  });

  it('every alternate form points to the path that the specification has in its table', () => {
    const aliases = operations(customer).map(([name, operation]) => [name.slice(4), operation['x-alias-of']]);
    expect(Object.fromEntries(aliases.filter(([, original]) => original !== undefined))).toEqual({
      '/device/': '/api/v1/device/',
      '/device/{id}': '/api/v1/device/id/{id}',
      '/device/{id}/datausage': '/api/v1/device/datausage/id/{id}',
      '/device/api/v1/device/datausage/id/{id}': '/api/v1/device/datausage/id/{id}',
    });
  });

  it('every alternate form has the answers of its original', () => {
    for (const [name, { responses, 'x-alias-of': original }] of operations(customer)) {
      if (original === undefined) continue;
      expect({ name, responses }).toEqual({ name, responses: customer.paths[original]!.get!.responses });
    }
  });

  it('every alternate form is deprecated and says in one sentence what to use, and no other operation is', () => {
    for (const [name, { deprecated, description, 'x-alias-of': original }] of operations(customer)) {
      expect({ name, deprecated: deprecated ?? false }).toEqual({ name, deprecated: original !== undefined });
      if (original !== undefined) expect(description).toMatch(/^Deprecated alias of `GET [^`]+`[^.]+\.$/);
    }
  });

  it('every operation names its scope and both headers', () => {
    for (const [name, operation] of operations(customer)) {
      const form = PATH_FORMS.find(({ path }) => `get ${path.replace(':id', '{id}')}` === name)!;
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

  it('every operation, parameter, answer and field is described', () => {
    for (const [name, { summary, description, tags, parameters = [], responses }] of operationsOfBoth()) {
      const answers = Object.values(responses).map((answer) => answer.description);
      expect({ name, unsaid: [summary, description, ...tags, ...answers].filter((text) => !text) }).toEqual({
        name,
        unsaid: [],
      });
      expect(tags).toHaveLength(1);
      for (const parameter of parameters)
        expect(parameter).toMatchObject({ description: expect.any(String) as string });
    }
    const unsaid = fieldsOfBoth().filter(([, { description = '' }]) => !/^.{3,}[.;]$/s.test(description));
    expect(unsaid).toEqual([]);
  });

  it('every field that is no object has an example of its own type', () => {
    for (const [name, schema] of fieldsOfBoth()) {
      if (schema.$ref !== undefined || schema.allOf || schema.anyOf || schema.items?.$ref !== undefined)
        continue;
      expect({ name, example: schema.example !== undefined }).toEqual({ name, example: true });
      expect({ name, fits: ajv.validate(schema, schema.example) }).toEqual({ name, fits: true });
    }
  });

  it('every parameter has an example', () => {
    for (const [name, { parameters = [] }] of operationsOfBoth())
      expect({ name, without: parameters.filter((one) => !('example' in one)) }).toEqual({
        name,
        without: [],
      });
  });

  it('integers that may exceed 32 bits are int64 with their maximum, and no others', () => {
    const large = fieldsOf(customer).filter(([, { format }]) => format === 'int64');
    for (const [, { maximum }] of large) expect(maximum).toBe(2 ** 53 - 1);
    expect(large.map(([name]) => name)).toEqual([
      'DataUsage.id',
      'DataUsage.mobile',
      'DataUsage.wifi',
      'ScreenTime.id',
      'Application.ID',
      'Application.versionCode',
      'BulkLocation.id',
    ]);
  });

  it('the document says whom to ask, under which licence it is, what each tag holds and what changed', async () => {
    const { version, contact, license } = customer.info;
    expect(contact).toMatchObject({ name: expect.stringContaining('administrator') as string });
    expect(license).toEqual({ name: 'Proprietary', identifier: 'LicenseRef-Proprietary' });
    expect(customer.tags.filter(({ description }) => description === '')).toEqual([]);
    expect(customer.info.description).toContain('(/docs/CHANGELOG.md)');
    const { status, headers, body } = await app.anonymous.get('/docs/CHANGELOG.md');
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: 'text/plain; charset=utf-8',
    });
    // The heading of the next version has a suffix
    expect(/^## ([\d.]+)$/m.exec(body)![1]).toBe(version);
  });

  it('the document has the limits of this service in numbers', () => {
    const limitsIn = ({ info }: Document): (string | undefined)[] => {
      const [section = ''] = info.description.split('## Limits')[1]!.split('## ');
      const rows = [...section.matchAll(/^\| .*\| (.*) \|$/gm)];
      return rows.slice(1).map(([, limit]) => limit);
    };
    expect(limitsIn(customer)).toEqual(['none', 'none', 'none', '366']);
    const limits = ['7 in 9 seconds', '5 in 6 seconds, 4 at once', '30 in 60 seconds', '31'];
    expect(limitsIn(documentsOf(limited).customer)).toEqual(limits);
  });

  it('the document has sections on guides, on limits, on errors and on versions', () => {
    const sections = [...customer.info.description.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect(sections).toEqual(['Guides', 'Limits', 'Errors and retries', 'Versions and changes']);
  });

  it('units are said where the specification has none', () => {
    expect(said('DataUsage.mobile')).toContain('bytes');
    expect(said('DataUsage.wifi')).toContain('bytes');
    expect(said('ScreenTime.screentime')).toContain('milliseconds');
    for (const field of ['DeviceLocation.accuracy', 'DeviceLocation.altitude', 'LastLocation.accuracy'])
      expect(said(field)).toContain('metres');
    for (const field of ['remaining_storage', 'storage_capacity'])
      expect(said(`DeviceDetail.${field}`)).toContain('gigabytes');
    expect(said('DeviceDetail.remaining_battery')).toContain('percent');
  });

  it('sets of known values are open, and documented as docs/contract.md, 2.5 has them', () => {
    const known = {
      'DeviceDetail.status': 'PROVISIONING, ACTIVE, DISABLED, LOST, DELETED',
      'DeviceDetail.management_mode': 'BYOD, FULLY_MANAGED, COPE, DEDICATED',
      'DeviceDetail.battery_health': 'GOOD, OVERHEAT, DEAD, OVER_VOLTAGE, UNSPECIFIED_FAILURE, COLD, UNKNOWN',
      'BulkLocation.provider': 'gps, network, fused, passive',
    };
    for (const [field, values] of Object.entries(known))
      expect(said(field)).toContain(`${values}; accept others`);
    expect(JSON.stringify(customer.components.schemas)).not.toContain('"enum"');
  });
});

describe('Fields and nullability', () => {
  const tables: readonly [schema: string, table: Json][] = [
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

  /** What the contract adds behind the table, for those who ask. */
  const onRequest: Readonly<Record<string, string[]>> = {
    BulkLocation: ['device_id', 'altitude', 'geofence_id'],
  };

  it.each(tables)('%s has the fields of its table, in their order, all of them required', (name, table) => {
    const schema = customer.components.schemas[name]!;
    expect(Object.keys(schema.properties!)).toEqual([...Object.keys(table), ...(onRequest[name] ?? [])]);
    expect(schema.required).toEqual(Object.keys(table));
  });

  // docs/contract.md, 2.5: "a string without value is "". Any other field without value is null, declared nullable in the
  // document."
  it.each(tables)('%s declares what may be null', (name, table) => {
    for (const [field, rule] of Object.entries(table)) {
      const { type, allOf, anyOf, $ref } = customer.components.schemas[name]!.properties![field]!;
      const isObject = typeof rule === 'object';
      const neverNull =
        rule === 'string' || rule === 'array' || (rule === 'integer' && identifiers.includes(field));
      if (isObject)
        expect({ field, object: (allOf ?? anyOf ?? $ref) !== undefined }).toEqual({ field, object: true });
      const nullable = isObject ? anyOf !== undefined : Array.isArray(type) && type.includes('null');
      const expected = isObject ? field === 'last_location' : !neverNull;
      expect({ field, nullable }).toEqual({ field, nullable: expected });
    }
  });
});

describe('Errors', () => {
  it('every operation documents those that docs/contract.md, 2.6 gives it, each with an example', () => {
    const everywhere = ['400', '401', '403', '406', '429', '500', '503'];
    for (const [name, { responses }] of operations(customer)) {
      const more = [...(name.includes('{id}') ? ['404'] : []), ...('304' in responses ? ['304', '410'] : [])];
      const statuses = Object.keys(responses).sort();
      expect({ name, statuses }).toEqual({ name, statuses: ['200', ...everywhere, ...more].sort() });
    }
  });

  it('every error answer is a problem document whose examples have its status', () => {
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

  it('every example is a problem as the service makes it', () => {
    for (const { components } of documents()) {
      const check = ajv.compile({ components, $ref: '#/components/schemas/Problem' });
      for (const [code, { value }] of Object.entries(components.examples)) {
        expect({ code, fits: check(value) }).toEqual({ code, fits: true });
        const { status, title } = ERROR_KINDS[code as keyof typeof ERROR_KINDS];
        expect(value).toMatchObject({ code, status, title, type: `urn:customer-device-api:problem:${code}` });
      }
    }
  });

  it('every answer documents the headers that every answer has', () => {
    for (const [name, { responses }] of operations(customer)) {
      for (const [status, { headers = {} }] of Object.entries(responses)) {
        const has = 'X-Request-Id' in headers && 'Cache-Control' in headers;
        expect({ name, status, has }).toEqual({ name, status, has: true });
      }
    }
  });
});
