import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { customerDocument } from '../../src/document/openapi-document.js';
import { sorted } from '../../src/document/sorted.js';
import { appWith } from '../kit/app/app-with.js';
import { decoded } from '../kit/http/encodings.js';
import { documentsOf, operations, type Document, type Json } from '../kit/specification/openapi.js';

const app = appWith({}, { RATE_LIMIT: undefined }); // the document names the limits
let customer: Document;
let internal: Document;
beforeAll(() => ({ customer, internal } = documentsOf(app)));

const documents = (): readonly Document[] => [customer, internal];

it('openapi.json is what the code makes', () => {
  const file = readFileSync(join(__dirname, '../../../openapi.json'), 'utf8');
  expect(file).toBe(`${JSON.stringify(sorted(customer), undefined, 2)}\n`);
});

describe('The served documents', () => {
  it('name the public address', async () => {
    const served = await app.anonymous.object('/docs/openapi.json');
    expect(served).toEqual(customerDocument(app.nest, app.config.publicUrl));
    expect(served.servers).toEqual([{ url: app.config.publicUrl }]);
  });

  it.each(['/docs', '/internal/docs'])(
    'at %s say the same as JSON, as YAML and compressed',
    async (folder) => {
      const json = await app.anonymous.get(`${folder}/openapi.json`);
      const yaml = await app.anonymous.get(`${folder}/openapi.yaml`);
      const packed = await app.anonymous.get(`${folder}/openapi.json`, { 'accept-encoding': 'gzip' });
      expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8');
      expect(parse(yaml.body)).toEqual(JSON.parse(json.body));
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(decoded(packed).toString()).toBe(json.body);
    },
  );

  it.each([
    '/docs/openapi.json',
    '/docs/openapi.yaml',
    '/internal/docs/openapi.json',
    '/internal/docs/openapi.yaml',
    '/docs/swagger-ui-bundle.js',
  ])('are not sent again to who has them: %s', async (path) => {
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

  it.each(['/docs/package.json', '/docs/..%2fpackage.json', '/docs/constructor'])(
    'have no file at %s',
    async (path) => {
      await app.anonymous.problem(path, 404, 'not_found');
    },
  );
});

describe('As OpenAPI 3.1', () => {
  it('they say so, and use no word of 3.0', () => {
    for (const document of documents()) {
      expect(document.openapi).toBe('3.1.0');
      expect(JSON.stringify(document)).not.toContain('"nullable"');
    }
  });

  it('every reference leads somewhere', () => {
    for (const document of documents()) {
      for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
        const target = pointer!
          .split('/')
          .reduce<unknown>((at, step) => (at as Json | undefined)?.[step], document);
        expect({ pointer, found: target !== undefined }).toEqual({ pointer, found: true });
      }
    }
  });

  it('every schema is one of JSON Schema 2020-12', () => {
    for (const { components } of documents()) {
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      for (const name of Object.keys(components.schemas)) {
        const compile = (): unknown => ajv.compile({ components, $ref: `#/components/schemas/${name}` });
        expect(compile).not.toThrow();
      }
    }
  });

  it('every placeholder of a path is a parameter, and every parameter of a path a placeholder', () => {
    for (const document of documents()) {
      for (const [name, { parameters = [] }] of operations(document)) {
        const declared = parameters.filter((parameter) => parameter.in === 'path');
        const placeholders = [...name.matchAll(/\{(\w+)\}/g)].map(([, placeholder]) => placeholder);
        expect({ name, placeholders }).toEqual({
          name,
          placeholders: declared.map((parameter) => parameter.name),
        });
        expect(declared.every(({ required }) => required)).toBe(true);
      }
    }
  });

  it('every operation has a name of its own', () => {
    for (const document of documents()) {
      const names = operations(document).map(([, { operationId }]) => operationId);
      expect(names.filter((name) => /^[a-z]\w+$/.test(name))).toEqual(names);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});
